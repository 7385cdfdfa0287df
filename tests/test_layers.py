"""The repository's own rules, each with a sample that breaks it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TEST_MODULES = frozenset(path.stem for path in (ROOT / "tests").rglob("*.py"))
PACKAGES = ("engine", "app", "tests", "benchmarks")
LINES_A_FILE = 350
LINES_A_FUNCTION = 40

# Who alone may import what. A rule binds the folders of its second column.
IMPORT_RULES = (
    (("PySide6", "shiboken6", "app"), ("engine/",), ()),
    (("mlx", "mlx_lm"), ("engine/", "app/"), ("engine/mlx/",)),
    (
        ("tokenizers", "transformers", "jinja2"),
        ("engine/", "app/"),
        ("engine/tokenizers/", "engine/templates/jinja.py"),
    ),
    (("gguf",), ("engine/", "app/"), ("engine/gguf_file.py", "engine/mlx/")),
    (("huggingface_hub",), ("engine/", "app/"), ("engine/assets/sources.py",)),
)
# The self-test of a BLAS runs as a child process and answers its parent on stdout.
WRITERS = ("engine/cli/", "engine/__main__.py", "engine/mlx/self_test.py")
CLOCK_READERS = ("engine/cli/",)  # the commands hand the date to the engine
BANNED_QT = {"QTableWidget", "QListWidget", "QThread", "processEvents"}
THREAD_STARTERS = {  # app/bridge alone may
    *("Thread", "Timer", "start_new_thread", "to_thread", "run_in_executor"),
    *("ThreadPoolExecutor", "ProcessPoolExecutor", "QThread", "QThreadPool", "QRunnable"),
}
MUTATORS = {"append", "add", "update", "extend", "insert", "setdefault", "pop", "clear", "remove"}
MUTABLE = {"list", "dict", "set", "bytearray", "defaultdict", "deque", "OrderedDict", "Counter"}
DOT_NAMES = {".ci", ".gitignore", ".importlinter"}
NOT_WRITTEN = {"build", "dist", "out", "golden", "LICENSE"}
HOME_FOLDER = re.compile(r"(?<![\w.\]])/(?:home|root|Users|work|mnt|var/folders)/\w")
REGISTRY = re.compile(
    r"\b(?:registry|pypi|files|deb|index|mirrors?)\.(?:[\w-]+\.)*(?:org|com|net|io|dev)\b"
    r"|\bhugging\w*\.co\b"
    r"|-{2}(?:(?:extra-)?index-url|registry)\b"
)


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A text file with its path from the repository's root, and its tree when it is Python."""

    path: str
    text: str

    @property
    def tree(self) -> ast.Module:
        return ast.parse(self.text if self.path.endswith(".py") else "")

    def inside(self, *places: str) -> bool:
        return self.path.startswith(places)


def imports(source: SourceFile) -> Iterator[tuple[int, str]]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name.partition(".")[0]) for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.lineno, (node.module or "").partition(".")[0]


def foreign_imports(source: SourceFile) -> Iterator[str]:
    for packages, bound, allowed in IMPORT_RULES:
        if source.inside(*bound) and not (allowed and source.inside(*allowed)):
            yield from (
                f"{line}: imports {name}" for line, name in imports(source) if name in packages
            )


def printing(source: SourceFile) -> Iterator[str]:
    if not source.inside("engine/") or source.inside(*WRITERS):
        return
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Name) and node.id == "print":
            yield f"{node.lineno}: prints"
        elif isinstance(node, ast.Attribute) and ast.unparse(node) in {"sys.stdout", "sys.stderr"}:
            yield f"{node.lineno}: uses {ast.unparse(node)}"


def clock(source: SourceFile) -> Iterator[str]:
    if source.inside("engine/") and not source.inside(*CLOCK_READERS):
        for node in ast.walk(source.tree):
            if reads_clock(node):
                yield f"{getattr(node, 'lineno', 1)}: reads the clock"


def reads_clock(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom):
        return node.module == "time" and any(name.name == "time" for name in node.names)
    if not isinstance(node, ast.Attribute):
        return False
    owner = ast.unparse(node.value).rpartition(".")[2]
    return (owner, node.attr) == ("time", "time") or (
        owner in {"datetime", "date"} and node.attr in {"now", "utcnow", "today"}
    )


def heavy_qt(source: SourceFile) -> Iterator[str]:
    if source.inside("app/"):
        for node in ast.walk(source.tree):
            name = getattr(node, "attr", getattr(node, "id", getattr(node, "name", "")))
            if name in BANNED_QT:
                yield f"{getattr(node, 'lineno', 1)}: uses {name}"


def threads(source: SourceFile) -> Iterator[str]:
    if source.inside("app/") and not source.inside("app/bridge/"):
        for node in ast.walk(source.tree):
            name = getattr(node, "attr", getattr(node, "id", getattr(node, "name", "")))
            if name in THREAD_STARTERS:
                yield f"{getattr(node, 'lineno', 1)}: {name} starts a thread; app/bridge does"


def bare_helpers(source: SourceFile) -> Iterator[str]:
    """Find helpers of tests that would be loaded a second time, under a name of their own."""
    if source.inside("tests/"):
        for line, name in imports(source):
            if name in TEST_MODULES:
                yield f"{line}: imports {name}; say tests.<package>.{name}"


def size(source: SourceFile) -> Iterator[str]:
    if not source.path.endswith(".py"):
        return
    if (lines := len(source.text.splitlines())) > LINES_A_FILE:
        yield f"1: the file has {lines} lines, at most {LINES_A_FILE}"
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > LINES_A_FUNCTION:
                yield f"{node.lineno}: {node.name} has {lines} lines, at most {LINES_A_FUNCTION}"


def docstring(source: SourceFile) -> Iterator[str]:
    if source.path.endswith(".py") and source.text.strip() and not ast.get_docstring(source.tree):
        yield "1: the module has no docstring"


def module_state(source: SourceFile) -> Iterator[str]:
    """Find `global`, caches, empty containers to be filled, and containers that get changed."""
    if not source.inside("engine/", "app/"):
        return
    held: set[str] = set()
    for node in source.tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            held |= {target.id for target in targets if isinstance(target, ast.Name)}
            if is_empty_container(node.value):
                yield f"{node.lineno}: an empty container in the module is there to be filled"
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Global):
            yield f"{node.lineno}: global {', '.join(node.names)}"
        elif isinstance(node, ast.FunctionDef):
            caches = [ast.unparse(one) for one in node.decorator_list]
            if any(re.match(r"(functools\.)?(lru_)?cache\b", one) for one in caches):
                yield f"{node.lineno}: {node.name} is cached for the whole process"
            yield from changes(node, held)


def is_empty_container(value: ast.expr) -> bool:
    if isinstance(value, ast.Dict):
        return not value.keys
    if isinstance(value, ast.List):
        return not value.elts
    if isinstance(value, ast.Call):
        name = ast.unparse(value.func).rpartition(".")[2]
        return name in MUTABLE and not value.args[int(name == "defaultdict") :]
    return False


def changes(function: ast.FunctionDef, held: set[str]) -> Iterator[str]:
    nodes = list(ast.walk(function))
    local = {node.arg for node in nodes if isinstance(node, ast.arg)}
    local |= {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    for node in nodes:
        stored = isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load)
        mutated = isinstance(node, ast.Attribute) and node.attr in MUTATORS
        owner = getattr(node, "value", None) if stored or mutated else None
        if isinstance(owner, ast.Name) and owner.id in held - local:
            yield f"{owner.lineno}: changes {owner.id} of the module"


def machine_paths(source: SourceFile) -> Iterator[str]:
    yield from (f"{line}: a path of one machine" for line in found(HOME_FOLDER, source.text))


def hosts(source: SourceFile) -> Iterator[str]:
    yield from (f"{line}: a registry's address" for line in found(REGISTRY, source.text))


def found(pattern: re.Pattern[str], text: str) -> Iterator[int]:
    yield from (text.count("\n", 0, match.start()) + 1 for match in pattern.finditer(text))


def repository_files() -> Iterator[SourceFile]:
    """Yield every text file that people wrote; recorded data and built things are left out."""
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        hidden = any(part.startswith(".") for part in parts) and parts[0] not in DOT_NAMES
        recorded = parts[0] == "tests" and "data" in parts
        built = parts[0] in NOT_WRITTEN or parts[0].endswith(".egg-info")
        if hidden or recorded or built or "__pycache__" in parts or not path.is_file():
            continue
        try:
            yield SourceFile("/".join(parts), path.read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            continue


def engine_cycle(sources: Iterable[SourceFile]) -> list[str]:
    """Return a cycle among the packages of the engine, its single modules included, if any."""
    uses: dict[str, set[str]] = {}
    for source in sources:
        if source.inside("engine/") and source.path.endswith(".py"):
            package = source.path.removesuffix(".py").split("/")[1]
            uses.setdefault(package, set()).update(set(engine_imports(source)) - {package})
    try:
        TopologicalSorter(uses).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def engine_imports(source: SourceFile) -> Iterator[str]:
    for node in ast.walk(source.tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{name.name}" for name in node.names]
        yield from (name.split(".")[1] for name in names if name.startswith("engine."))


Rule = Callable[[SourceFile], Iterator[str]]
LONG = "\n" * (LINES_A_FILE + 1)
LONG_FUNCTION = "def f():\n" + "    x = 1\n" * LINES_A_FUNCTION
SAMPLES: tuple[tuple[Rule, str, str], ...] = (
    (foreign_imports, "engine/runner.py", "def f():\n    from PySide6.QtCore import QObject"),
    (foreign_imports, "engine/runner.py", "import app.page"),
    (foreign_imports, "app/bridge/side_work.py", "import mlx.core as mx"),
    (foreign_imports, "engine/templates/native.py", "import jinja2"),
    (foreign_imports, "engine/prompt/render.py", "from tokenizers import Tokenizer"),
    (foreign_imports, "app/window.py", "from gguf import GGUFReader"),
    (printing, "engine/plan/plan.py", "print(1)"),
    (printing, "engine/plan/plan.py", "import sys\nsys.stderr.write('x')"),
    (clock, "engine/session.py", "import time\nt = time.time()"),
    (clock, "engine/session.py", "from time import time"),
    (clock, "engine/session.py", "import datetime\nd = datetime.datetime.now()"),
    (clock, "engine/session.py", "from datetime import date\nd = date.today"),
    (heavy_qt, "app/views/list.py", "from PySide6.QtWidgets import QTableWidget"),
    (heavy_qt, "app/views/list.py", "application.processEvents()"),
    (threads, "app/page.py", "import threading\nthreading.Thread(target=print).start()"),
    (threads, "app/page.py", "from threading import Timer as After"),
    (threads, "app/page.py", "from concurrent.futures import ThreadPoolExecutor"),
    (threads, "app/page.py", "from PySide6.QtCore import QRunnable, QThreadPool"),
    (bare_helpers, "tests/app/test_x.py", "from window_fakes import FakeEngine"),
    (bare_helpers, "tests/mlx/conftest.py", "import tiny_models"),
    (size, "tests/test_x.py", LONG),
    (size, "app/x.py", LONG_FUNCTION),
    (docstring, "engine/x.py", "x = 1"),
    (module_state, "engine/x.py", "seen = []"),
    (module_state, "engine/x.py", "seen: set[str] = set()"),
    (module_state, "engine/x.py", "seen = defaultdict(list)"),
    (module_state, "engine/x.py", "def f():\n    global x\n    x = 1"),
    (module_state, "engine/x.py", "@lru_cache(maxsize=None)\ndef f(): ..."),
    (module_state, "app/x.py", "known = {'a': 1}\ndef f():\n    known['b'] = 2"),
    (module_state, "app/x.py", "known = ['a']\ndef f():\n    known.append('b')"),
    (machine_paths, "README.md", "see /" + "home/somebody/notes"),
    (hosts, "Makefile", "curl https:" + "//files" + ".example.org/x"),
    (hosts, "README.md", "from registry" + ".example.org"),
    (hosts, "Makefile", "pip install --index" + "-url x"),
)
RULES = tuple(dict.fromkeys(rule for rule, _, _ in SAMPLES))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_no_file_breaks_the_rule(rule: Rule) -> None:
    broken = [f"{source.path}:{fault}" for source in repository_files() for fault in rule(source)]
    assert not broken, "\n" + "\n".join(broken)


@pytest.mark.parametrize(
    ("rule", "path", "text"),
    SAMPLES,
    ids=[f"{rule.__name__}-{index}" for index, (rule, _, _) in enumerate(SAMPLES)],
)
def test_the_rule_catches_its_sample(rule: Rule, path: str, text: str) -> None:
    assert list(rule(SourceFile(path, text)))


def test_the_rules_look_at_every_package() -> None:
    paths = [source.path for source in repository_files()]
    assert all(f"{package}/__init__.py" in paths for package in ("engine", "app", "benchmarks"))
    assert "tests/test_layers.py" in paths


def test_a_local_container_is_not_module_state() -> None:
    text = "names = ('a',)\ndef f(names):\n    names.append(1)\n    x = []\n    x.append(2)"
    assert not list(module_state(SourceFile("engine/x.py", text)))


def test_the_packages_of_the_engine_form_no_cycle() -> None:
    assert engine_cycle(repository_files()) == []


@pytest.mark.parametrize(
    "back",
    [
        "from engine.schema.parse import parse_schema",
        "from engine import schema",
        "import engine.schema.parse",
        "def f():\n    from engine.schema import parse",
    ],
)
def test_a_cycle_of_packages_is_found(back: str) -> None:
    parse = SourceFile("engine/schema/parse.py", "from engine.plan.plan import Plan")
    plan = SourceFile("engine/plan/plan.py", "from engine.runner import Ticket")
    runner = SourceFile("engine/runner.py", back)
    assert engine_cycle([parse, plan]) == []
    assert set(engine_cycle([parse, plan, runner])) == {"schema", "plan", "runner"}
