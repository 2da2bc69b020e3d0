"""Text to understanding: functions of the text, and of what was learnt or read before.

Nothing reaches the network, and nothing is written but model files and the vectors beside them. Read is the starter
data: its tables and lists (`data_rows`), the cities (`starter`), the dialogues of `breakdown.starter`, the words of
each language (`language.data`); and the files of models (`classifier.sealed`) and of encoders and word vectors
(`embeddings`).
"""
