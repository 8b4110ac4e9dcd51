#!/usr/bin/env bash
# Renders every overlay into deploy/k8s/rendered, with a hash in the names of the Jobs. Needs kubectl and Node;
# RENDER='kustomize build' takes kustomize 5 instead.
set -euo pipefail
cd "$(dirname "$0")"
node ../observability/prometheus-rule.ts
node ../observability/dashboard-config-map.ts
for overlay in overlays/*; do
  ${RENDER:-kubectl kustomize} "$overlay" | node jobs/job-names.ts > "rendered/$(basename "$overlay").yaml"
done
