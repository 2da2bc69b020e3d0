"""What runs in the background: schedule, feeds, mail, alerts, applications, canaries."""
