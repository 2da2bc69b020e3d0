"""The general stage: what every company's bot understands, and how near a text is to anything else."""
