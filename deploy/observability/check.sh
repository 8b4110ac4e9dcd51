#!/usr/bin/env bash
# Runs Prometheus' own promtool over the rules, their tests and the configuration: PROMTOOL names it when it is not on the PATH.
# Debian has it in the package `prometheus`.
set -euo pipefail
cd "$(dirname "$0")"
promtool=${PROMTOOL:-promtool}
command -v "$promtool" > /dev/null || { echo "promtool was not found: set PROMTOOL, or install Prometheus" >&2; exit 69; }
"$promtool" check config prometheus.yaml
"$promtool" test rules rules.test.yaml
