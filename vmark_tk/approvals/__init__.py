"""Consent and questions to the person, decided and stored in one place."""

from __future__ import annotations
