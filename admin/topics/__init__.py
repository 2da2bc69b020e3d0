"""What candidates ask and nobody answers, gathered into topics that become categories with a click."""
