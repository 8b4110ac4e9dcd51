#!/usr/bin/env bash
# Renders every overlay into deploy/k8s/rendered. Needs kubectl; RENDER='kustomize build' takes kustomize 5 instead.
set -euo pipefail
cd "$(dirname "$0")"
node ../observability/prometheus-rule.ts
for overlay in overlays/*; do
  ${RENDER:-kubectl kustomize} "$overlay" > "rendered/$(basename "$overlay").yaml"
done
