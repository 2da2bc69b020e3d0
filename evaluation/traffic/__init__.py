"""Whether what is asked differs from what is taught, and whether newer figures are worse than usual."""
