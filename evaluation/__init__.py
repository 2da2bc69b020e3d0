"""Measuring classifiers: folds, outcomes, metrics, nex-cv, comparison and the gate decision.

Figures follow from the examples, the classifier and the seed alone. What else happens stands at the edges: `formats`,
`elsewhere` and `breakdown` read files and write what they are asked for, `fitting` starts processes, and
`engines.remote` asks services on the network (`transport` alone), with a secret from the environment and a lock file.
"""
