"""Reports as one self-contained HTML file: plots in inline SVG, tables behind them, no script and no network."""
