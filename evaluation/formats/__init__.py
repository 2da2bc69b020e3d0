"""Questions and answers in files: one reader and one writer a format, all behind `registry`; docs/formats.md."""
