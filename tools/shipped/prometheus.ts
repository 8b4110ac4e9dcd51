import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Asked } from './asked.js';
import { outputOf } from './asked.js';

const MODULE = 'github.com/prometheus/prometheus';
const OBSERVABILITY = join('deploy', 'observability');
/** A selector, whose last part is a range. */
const SELECTOR = /([a-z_:][\w:]*)\{([^{}]*)\}/gi;
const MATCHER = /([a-z_]\w*)\s*(=~|!~|!=|=)\s*"((?:[^"\\]|\\.)*)"/gi;

/**
 * Asks the parsers of the Prometheus of docker-compose.yml whether they take the query of each rule and panel, and whether its selectors find
 * the series that services export, under the labels with which a scrape stores them.
 */
export function askPrometheus(folder: string): Asked {
  const { shown } = fetchPrometheus(folder, '');
  outputOf('go', ['build', '-o', 'ask', '.'], folder);
  const { recorded, queries } = asked();
  const found = queries.flatMap((query) => [...query.matchAll(SELECTOR)].map(([selector]) => selector));
  const selectors = [...new Set(found)].filter((selector) => !recorded.has(selector.split('{')[0] ?? ''));
  const question = JSON.stringify({ exposition: expositionOf(selectors), selectors, queries });
  const faults = outputOf(join(folder, 'ask'), [], folder, question)
    .split('\n')
    .filter((line) => line !== '');
  const about = `queries and selectors of rules and panels in Prometheus ${shown}`;
  return { about, count: queries.length + selectors.length, faults };
}

/** Has the promtool of that Prometheus check rules and configuration, and run the tests of the rules. */
export function askPromtool(folder: string): Asked {
  const { shown } = fetchPrometheus(folder, '/cmd/promtool');
  outputOf('go', ['build', '-o', 'promtool', `${MODULE}/cmd/promtool`], folder);
  const { tests } = parse(readFileSync(join(OBSERVABILITY, 'rules.test.yaml'), 'utf8')) as {
    readonly tests: readonly unknown[];
  };
  const faults: string[] = [];
  try {
    outputOf('env', [`PROMTOOL=${join(folder, 'promtool')}`, 'bash', join(OBSERVABILITY, 'check.sh')], process.cwd());
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  }
  return { about: `tests of rules by promtool ${shown}`, count: tests.length, faults };
}

/** Fetches a package of the Prometheus of docker-compose.yml into a Go module in the folder. */
function fetchPrometheus(folder: string, path: string): { readonly shown: string } {
  const [, major = '', minor = '', patch = ''] =
    /prometheus:v(\d+)\.(\d+)\.(\d+)/.exec(readFileSync('docker-compose.yml', 'utf8')) ?? [];
  // the Go module of v3.5.0 is v0.305.0
  const version = `v0.${major}${minor.padStart(2, '0')}.${patch}`;
  cpSync(join('tools', 'shipped', 'prometheus'), folder, { recursive: true });
  outputOf('go', ['get', `${MODULE}${path}@${version}`], folder);
  return { shown: `${major}.${minor}.${patch}` };
}

/** The queries of rules and panels, and the names that rules record. */
function asked() {
  const { groups } = parse(readFileSync(join(OBSERVABILITY, 'rules.yaml'), 'utf8')) as {
    groups: readonly { rules: readonly { expr: string; record?: string }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  const dashboards = join(OBSERVABILITY, 'dashboards');
  const panels = readdirSync(dashboards).flatMap((file) =>
    [...readFileSync(join(dashboards, file), 'utf8').matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(
      ([, quoted = '']) => JSON.parse(quoted) as string,
    ),
  );
  return {
    recorded: new Set(rules.flatMap(({ record }) => record ?? [])),
    queries: [...rules.map(({ expr }) => expr), ...panels],
  };
}

/** A series for each selector, as the services write it: whole bounds of buckets without decimals. */
function expositionOf(selectors: readonly string[]): string {
  const byType = Map.groupBy(
    selectors.flatMap((selector) => [...selector.matchAll(SELECTOR)]),
    ([, name = '']) => /^(.*)_(?:bucket|count|sum)$/.exec(name)?.[1] ?? '',
  );
  const blocks = [...byType].map(([base, found]) => {
    const series = found.map(([, name = '', matchers = '']) => `${name}{${labelsOf(matchers).join()}} 1`);
    return [...(base === '' ? [] : [`# TYPE ${base} histogram`]), ...new Set(series)].join('\n');
  });
  return `${blocks.join('\n')}\n`;
}

/** Labels that the matchers of a selector fit: of alternatives the first, without what is optional, `0` for any character. */
function labelsOf(matchers: string): readonly string[] {
  return [...matchers.matchAll(MATCHER)].flatMap(([, label = '', operator = '', value = '']) => {
    if (operator.startsWith('!')) return [];
    const text =
      operator === '='
        ? value
        : (value.replaceAll(/\([^()]*\)\?/g, '').split('|')[0] ?? '').replaceAll(/\.[+*]?/g, '0');
    return [`${label}="${text}"`];
  });
}
