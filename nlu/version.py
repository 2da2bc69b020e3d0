"""The product's version, in the lowest room: model files name it, wheels and `candor --version` too."""

VERSION = "0.1.0"
