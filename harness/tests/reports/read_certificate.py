# SPDX-License-Identifier: Apache-2.0
"""Recomputes a certificate's digests from design section 8's words alone: read_certificate.py CERTIFICATE"""
import hashlib
import json
import sys


def digest(document, *left_out):
    kept = {key: value for key, value in document.items() if key not in left_out}
    text = json.dumps(kept, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


with open(sys.argv[1], encoding="utf-8") as file:
    certificate = json.load(file)
result = digest(certificate, "result_digest", "provenance", "digest")
whole = digest(certificate, "digest")
if result != certificate["result_digest"]:
    sys.exit(f"result_digest is {certificate['result_digest']}, Python says {result}")
if whole != certificate["digest"]:
    sys.exit(f"digest is {certificate['digest']}, Python says {whole}")
print(",".join(certificate))
print(sum(operation["domain"] for operation in certificate["operations"]))
