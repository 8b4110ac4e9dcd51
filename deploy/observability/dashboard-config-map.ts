import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';

const FOLDER = join(import.meta.dirname, 'dashboards');

/** The dashboards as a ConfigMap that Grafana's sidecar loads by its label. `deploy/k8s/render.sh` writes it into the component `monitoring`. */
export function dashboardConfigMap(): string {
  const data = Object.fromEntries(
    readdirSync(FOLDER)
      .sort()
      .map((file) => [file, readFileSync(join(FOLDER, file), 'utf8')]),
  );
  const map = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'paygate-dashboards', labels: { grafana_dashboard: '1' } },
    data,
  };
  return `# Made of deploy/observability/dashboards by render.sh.\n${stringify(map, { lineWidth: 0 })}`;
}

if (import.meta.main)
  writeFileSync(join(import.meta.dirname, '../k8s/components/monitoring/dashboards.yaml'), dashboardConfigMap());
