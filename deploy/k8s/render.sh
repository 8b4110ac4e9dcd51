#!/usr/bin/env bash
# Renders production's overlay into deploy/k8s/rendered, with a hash in the names of the Jobs, and the others as their differences
# from it. Needs kubectl and Node; RENDER='kustomize build' takes kustomize 5 instead.
set -euo pipefail
cd "$(dirname "$0")"
node ../observability/prometheus-rule.ts
node ../observability/dashboard-config-map.ts
render() {
  ${RENDER:-kubectl kustomize} "overlays/$1" | node jobs/job-names.ts
}
render production > rendered/production.yaml
for overlay in local staging; do
  render "$overlay" | node differences.ts > "rendered/differences/$overlay.yaml"
done
