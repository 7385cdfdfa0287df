"""A golden folder stays whole when accepting is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.golden.folders import bytes_of, make_stale

ROOT = Path(__file__).parents[2]


def test_kill_9_during_accept_all_leaves_every_file_old_or_new(few):
    source = (few / "qwen3__fake__risk_enum_bool.json").read_text()
    folder = few.parent / "many"
    folder.mkdir()
    for number in range(300):
        text = source.replace('"risk_enum_bool"', f'"case_{number:03d}"')
        (folder / f"qwen3__fake__case_{number:03d}.json").write_text(text)
    fresh = bytes_of(folder)
    make_stale(folder)
    stale = bytes_of(folder)
    environment = {key: value for key, value in os.environ.items() if key != "CI"}
    environment |= {"LOUPE_ASSETS": str(few.parent / "nothing"), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "engine", "golden", "accept", "--all", "--dir", str(folder)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as running:
        written = [running.stdout.readline() for _ in range(20)]
        running.send_signal(signal.SIGKILL)
        running.stdout.read()
    assert running.returncode == -signal.SIGKILL
    assert all(line.startswith("wrote ") for line in written)
    now = {path.name: path.read_bytes() for path in folder.glob("*.json")}
    assert now.keys() == stale.keys()
    accepted = [name for name in now if now[name] != stale[name]]
    assert 20 <= len(accepted) < 300
    for name in accepted:
        table = json.loads(now[name])
        table.pop("accepted")
        assert table == json.loads(fresh[name])
