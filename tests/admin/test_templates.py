"""Every template of the desk can be compiled before anybody looks at a page."""

from __future__ import annotations

from admin.assets import load_assets
from admin.pages import compile_templates, environment
from candor.product import LIBRARIES


def test_templates_that_were_compiled_are_at_hand() -> None:
    compile_templates(LIBRARIES)
    its = environment(load_assets(LIBRARIES))
    assert its.cache is not None
    assert len(its.cache) >= len(its.list_templates(extensions=["html"])) > 0
