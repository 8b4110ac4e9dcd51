"""Sends one request whose members stand as a set gives them: another order in each process, with white space and escapes."""

import json
import os
import ssl
import sys
import urllib.error
import urllib.request

path, key, *pairs = sys.argv[1:]
metadata = {"order": "1042", "customer": "Ada", "shop": "Mvog-Mbi & Fils", "note": "thé/café", "a": "1", "b": "2", "c": "3", "d": "4"}
body = {**dict(pair.split("=", 1) for pair in pairs), "metadata": {name: metadata[name] for name in set(metadata)}}
text = json.dumps({name: body[name] for name in set(body)})
headers = {
    "authorization": f"Bearer {os.environ['PAYGATE_SECRET_KEY']}",
    "content-type": "application/json",
    "idempotency-key": key,
}
request = urllib.request.Request(os.environ["PAYGATE_URL"] + path, text.encode(), headers)
try:
    answer = urllib.request.urlopen(request, context=ssl.create_default_context(cafile=os.environ["PAYGATE_CA"]))
except urllib.error.HTTPError as refusal:
    answer = refusal
print(answer.status, text, answer.read().decode(), sep="\n")
