import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { repositoryRoot } from '../local/paths.ts';
import { prometheusRule } from './prometheus-rule.ts';

interface Alert {
  readonly alert?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

interface ConfigMap {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, string>>;
}

interface RuleTests {
  readonly tests: readonly {
    readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
  }[];
}

const folder = join(repositoryRoot, 'deploy/observability');
const { groups } = parse(readFileSync(join(folder, 'rules.yaml'), 'utf8')) as {
  groups: readonly { rules: readonly Alert[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules).filter(({ alert }) => alert !== undefined);
const names = [...new Set(alerts.map(({ alert = '' }) => alert))];
const { tests } = parse(readFileSync(join(folder, 'rules.test.yaml'), 'utf8')) as RuleTests;
const runbooks = join(repositoryRoot, 'docs/runbooks');

describe('dashboards', () => {
  it.each(['staging', 'production'])(
    'are in a ConfigMap with the label of the sidecar in the overlay %s',
    (overlay) => {
      const path = join(repositoryRoot, `deploy/k8s/rendered/${overlay}.yaml`);
      const rendered = parseAllDocuments(readFileSync(path, 'utf8')).map((document) => document.toJS() as ConfigMap);
      const map = rendered.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'paygate-dashboards');
      expect(map?.metadata.labels?.['grafana_dashboard']).toBe('1');
      const files = readdirSync(join(folder, 'dashboards'));
      expect(Object.keys(map?.data ?? {}).sort()).toEqual(files.sort());
      for (const file of files) expect(map?.data?.[file]).toBe(readFileSync(join(folder, 'dashboards', file), 'utf8'));
    },
  );
});

describe('alerts', () => {
  it.each(names)('%s has a case in which it fires, one in which it is silent, and a runbook', (name) => {
    const cases = tests.flatMap((test) => test.alert_rule_test).filter(({ alertname }) => alertname === name);
    expect(new Set(cases.map(({ exp_alerts }) => exp_alerts.length > 0))).toEqual(new Set([true, false]));
    expect(existsSync(join(runbooks, `${name}.md`))).toBe(true);
  });

  it.each(alerts)('$alert page or make a ticket, and name their runbook', ({ alert, labels, annotations }) => {
    expect(['page', 'ticket']).toContain(labels.severity);
    expect(annotations.runbook_url).toBe(`docs/runbooks/${String(alert)}.md`);
  });

  it('are what the runbooks are about', () => {
    expect(readdirSync(runbooks).sort()).toEqual(names.map((name) => `${name}.md`).sort());
  });

  it('are the same on Kubernetes', () => {
    const committed = readFileSync(join(repositoryRoot, 'deploy/k8s/components/monitoring/rules.yaml'), 'utf8');
    expect(parse(committed)).toEqual(parse(prometheusRule()));
  });

  it.each(['staging', 'production'])('are those of the rendered overlay %s', (overlay) => {
    const rendered = readFileSync(join(repositoryRoot, `deploy/k8s/rendered/${overlay}.yaml`), 'utf8');
    const ofOverlay = [...rendered.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name);
    expect(ofOverlay).toEqual(alerts.map(({ alert }) => alert));
  });
});
