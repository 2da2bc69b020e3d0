"""Users of the desk: sessions, turns of duty, audit log."""
