"""A person's answer by mail: asking for it in the chat, the mail, and the pages that its links open."""
