"""A company's training data: categories, their example sentences, and importing many at once."""

from __future__ import annotations

from storage.categories import (
    Category,
    add_category,
    called,
    categories,
    category_by_name,
    delete_category,
    label_of,
    merge_category,
    merged,
    rename_category,
    renamed,
)
from storage.dataset_import import ImportReport, LabelConflict, NewExample, import_rows
from storage.examples import (
    Example,
    Origin,
    add_example,
    delete_example,
    edit_example,
    example,
    example_with_text,
    examples,
    learn,
    move_example,
)

__all__ = [
    "Category",
    "Example",
    "ImportReport",
    "LabelConflict",
    "NewExample",
    "Origin",
    "add_category",
    "add_example",
    "called",
    "categories",
    "category_by_name",
    "delete_category",
    "delete_example",
    "edit_example",
    "example",
    "example_with_text",
    "examples",
    "import_rows",
    "label_of",
    "learn",
    "merge_category",
    "merged",
    "move_example",
    "rename_category",
    "renamed",
]
