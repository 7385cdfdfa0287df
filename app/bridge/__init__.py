"""What crosses threads; the rest of `app` lives on the thread of Qt's event loop."""
