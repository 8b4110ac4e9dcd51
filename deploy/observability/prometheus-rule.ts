import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

/** The rules of Prometheus as an object of its operator, which `deploy/k8s/render.sh` writes into the component `monitoring`. */
export function prometheusRule(): string {
  const { groups } = parse(readFileSync(join(import.meta.dirname, 'rules.yaml'), 'utf8')) as {
    readonly groups: unknown;
  };
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'paygate' },
    spec: { groups },
  };
  return `# Made of deploy/observability/rules.yaml by render.sh.\n${stringify(rule, { lineWidth: 0 })}`;
}

if (import.meta.main)
  writeFileSync(join(import.meta.dirname, '../k8s/components/monitoring/rules.yaml'), prometheusRule());
