import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse, stringify } from 'yaml';
import type { Manifest, Overlay } from '../k8s/manifests.ts';
import { readOverlay } from '../k8s/manifests.ts';
import { repositoryRoot } from '../local/paths.ts';
import { prometheusRule } from './prometheus-rule.ts';

interface Alert {
  readonly alert?: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
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
const objectOf = (overlay: Overlay, kind: string, name: string): Manifest | undefined =>
  readOverlay(overlay).find((manifest) => manifest.kind === kind && manifest.metadata.name === name);

describe('dashboards', () => {
  it.each(['staging', 'production'] as const)(
    'are in a ConfigMap with the label of the sidecar in the overlay %s',
    (overlay) => {
      const map = objectOf(overlay, 'ConfigMap', 'paygate-dashboards');
      expect(map?.metadata.labels?.['grafana_dashboard']).toBe('1');
      const files = readdirSync(join(folder, 'dashboards'));
      expect(Object.keys(map?.data ?? {}).sort()).toEqual(files.sort());
      for (const file of files) expect(map?.data?.[file]).toBe(readFileSync(join(folder, 'dashboards', file), 'utf8'));
    },
  );
});

/** Prometheus 2 stores a number in a label as it is exported, Prometheus 3 as a decimal: `5` and `5.0`. */
const spellingsOf = (number: string): readonly string[] => (/^\d+$/.test(number) ? [number, `${number}.0`] : [number]);
const MATCHER = /\b(?:le|quantile)\s*(=~|!~|!=|=)\s*"((?:[^"\\]|\\.)*)"/g;
const NUMBER = /(?<![\d.])\d+(?:\.\d*[1-9])?(?=\D|\.0|$)/g;

/** The spellings of bounds that a query matches, or leaves out, in one spelling alone. */
function halfMatched(query: string): readonly string[] {
  return [...query.matchAll(MATCHER)].flatMap(([matcher, operator = '', quoted = '']) => {
    const text = quoted.replaceAll('\\\\', '\\');
    const names = (label: string) =>
      operator.endsWith('~') ? new RegExp(`^(?:${text})$`).test(label) : text === label;
    const numbers = new Set([...text.matchAll(NUMBER)].map(([number]) => number));
    return [...numbers].some((number) => new Set(spellingsOf(number).map(names)).size > 1) ? [matcher] : [];
  });
}

/** Guarantees that no rule and no panel selects a bucket that only one major version of Prometheus stores so. */
describe('bounds of buckets', () => {
  const panels = readdirSync(join(folder, 'dashboards')).flatMap((file) =>
    [...readFileSync(join(folder, 'dashboards', file), 'utf8').matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(
      ([, quoted = '']) => JSON.parse(quoted) as string,
    ),
  );
  const queries = [...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)), ...panels];

  it('are matched in the spellings of Prometheus 2 and 3', () => {
    expect(panels.length).toBeGreaterThan(10);
    expect(queries.filter((query) => query.includes('le=')).length).toBeGreaterThan(10);
    expect(queries.flatMap(halfMatched)).toEqual([]);
  });

  it.each([
    ['le="5"', false],
    ['le="5.0"', false],
    ['le=~"5"', false],
    ['le!="10"', false],
    ['quantile="1"', false],
    [String.raw`le=~"5|10|10\\.0"`, false],
    [String.raw`le=~"5|5\\.0"`, true],
    [String.raw`quantile=~"1(\\.0)?"`, true],
    ['le="0.3"', true],
    ['le="+Inf"', true],
  ])('%s fits both: %s', (matcher, fits) => {
    expect(halfMatched(`sum(rate(a_bucket{${matcher}}[5m]))`)).toHaveLength(fits ? 0 : 1);
  });

  it('have series of both spellings in the tests of rules', () => {
    const series = readFileSync(join(folder, 'rules.test.yaml'), 'utf8');
    const numbers = new Set(
      queries.flatMap((query) => [...query.matchAll(MATCHER)].flatMap(([, , text = '']) => text.match(NUMBER) ?? [])),
    );
    expect(numbers.size).toBeGreaterThan(2);
    for (const label of [...numbers].flatMap(spellingsOf)) expect(series).toContain(`le="${label}"`);
  });
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

  it.each(['staging', 'production'] as const)('are those of the rendered overlay %s', (overlay) => {
    const rules = stringify(objectOf(overlay, 'PrometheusRule', 'paygate'));
    const ofOverlay = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name);
    expect(ofOverlay).toEqual(alerts.map(({ alert }) => alert));
  });
});
