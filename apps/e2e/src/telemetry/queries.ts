import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { parse, parseAllDocuments } from 'yaml';

/** A query of PromQL and where it is written. */
export interface Query {
  readonly place: string;
  readonly text: string;
}

interface RuleFile {
  readonly groups: readonly {
    readonly rules: readonly Readonly<Record<'record' | 'alert' | 'expr', string | undefined>>[];
  }[];
}

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

interface Scaler {
  readonly metadata?: { readonly name: string };
  readonly spec?: {
    readonly triggers?: readonly { readonly type: string; readonly metadata: Readonly<Record<string, string>> }[];
  };
}

const observability = 'deploy/observability';

/** The metrics that recording rules make. */
export function recordedMetrics(): readonly string[] {
  return rules().flatMap(({ record }) => record ?? []);
}

/** Every query of an alert, a recording rule, a panel or an autoscaler. */
export function allQueries(): readonly Query[] {
  return [
    ...rules().map(({ record, alert, expr = '' }) => ({ place: record ?? alert ?? '', text: expr })),
    ...filesIn(join(observability, 'dashboards'), '.json').flatMap((path) =>
      (JSON.parse(readFileSync(path, 'utf8')) as { panels: readonly Panel[] }).panels.flatMap(
        ({ title, targets = [] }) => targets.map(({ expr }) => ({ place: `${path}: ${title}`, text: expr })),
      ),
    ),
    ...filesIn('deploy/k8s/components/autoscaling', '.yaml').flatMap((path) =>
      parseAllDocuments(readFileSync(path, 'utf8')).flatMap((document) => queriesOfScaler(document.toJS() as Scaler)),
    ),
  ];
}

/** The metrics that a query reads. Throws when it is no PromQL. */
export function metricsIn({ place, text }: Query): readonly string[] {
  const names: string[] = [];
  parser.parse(text).iterate({
    enter: ({ type, name, from, to, node }) => {
      if (type.isError) throw new Error(`${place} is no PromQL: ${text}`);
      if (name === 'Identifier' && node.parent?.name === 'VectorSelector') names.push(text.slice(from, to));
    },
  });
  return names;
}

function rules(): RuleFile['groups'][number]['rules'] {
  const file = parse(readFileSync(join(observability, 'rules.yaml'), 'utf8')) as RuleFile;
  return file.groups.flatMap((group) => group.rules);
}

function queriesOfScaler({ metadata, spec }: Scaler): readonly Query[] {
  const queries = (spec?.triggers ?? []).filter(({ type }) => type === 'prometheus');
  return queries.map((trigger) => ({ place: metadata?.name ?? '', text: trigger.metadata['query'] ?? '' }));
}

function filesIn(folder: string, ending: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(ending));
  return names.map((name) => join(folder, name));
}
