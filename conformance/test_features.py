"""The one module that pytest collects: binds the feature folder. The plugin `conformance.plugin` does the rest."""

from __future__ import annotations

from pytest_bdd import scenarios

from conformance.library import features_folder
from conformance.plugin import CHOSEN

scenarios(*(CHOSEN.files or [str(features_folder(None))]))
