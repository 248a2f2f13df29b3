# SPDX-License-Identifier: Apache-2.0
"""Validates with PyPI's jsonschema: validate_certificate.py SCHEMA GOOD BAD...; each BAD must be refused."""
import json
import sys

try:
    import jsonschema
except ImportError:
    print("no jsonschema in this Python: pip install jsonschema, or name another Python in HALLMARK_PYTHON")
    sys.exit(77)

schema, good, *bad = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:])
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
validator.validate(good)
accepted = [number for number, document in enumerate(bad) if validator.is_valid(document)]
if accepted:
    sys.exit(f"jsonschema accepts the broken documents {accepted}")
print(f"{len(bad)} refused")
