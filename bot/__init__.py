"""Answering a job-seeker: one message's use case, the policy, the flows and the web channel."""
