import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../stack/own-stack.js';
import type { Spread } from './statistics/statistics.js';

/** Units of what is counted, the same on every machine and in every length of a run. */
const COUNTS = [
  ...(['errors', 'messages', 'commits', 'round trips'] as const),
  ...(['requests a second', 'commits a second', 'commands a second', 'wake-ups a second'] as const),
] as const;
type Count = (typeof COUNTS)[number];

/** One line of the table. */
export interface Figure {
  readonly what: string;
  readonly unit: 'ratio' | 'ms' | 'per second' | 'µs' | 'µs CPU' | '% of a core' | 'MiB' | 'bytes' | 'p' | Count;
  readonly value?: number | Spread;
  readonly goal?: string;
  readonly met?: boolean;
  readonly note?: string;
}

const COLUMNS = { what: 78, value: 30, goal: 10, verdict: 8 };

type Measured = Omit<Figure, 'goal' | 'met'> & { readonly value: number | Spread };

/** A figure that must not exceed `goal`; the median counts when it was taken several times. */
export function atMost(goal: number, figure: Measured): Figure {
  return { ...figure, goal: `<= ${goal}`, met: medianOf(figure) <= goal };
}

/** A figure that must reach `goal`; the median counts when it was taken several times. */
export function atLeast(goal: number, figure: Measured): Figure {
  return { ...figure, goal: `>= ${goal}`, met: medianOf(figure) >= goal };
}

const medianOf = ({ value }: Measured): number => (typeof value === 'number' ? value : value.median);

export function isCount({ unit }: Figure): boolean {
  return COUNTS.some((count) => count === unit);
}

/** True when a figure is judged against its goal. */
export type Judged = (figure: Figure) => boolean;

export function printFigures(figures: readonly Figure[], isJudged: Judged = () => true): void {
  const { what, value, goal, verdict: width } = COLUMNS;
  console.log(`\n${'FIGURE'.padEnd(what)}${'VALUE'.padEnd(value)}${'GOAL'.padEnd(goal)}`);
  for (const figure of figures) {
    const verdict = figure.met === undefined || !isJudged(figure) ? '' : figure.met ? 'met' : 'MISSED';
    const cells = [
      figure.what.padEnd(what - 2) + '  ',
      printValue(figure).padEnd(value - 2) + '  ',
      (figure.goal ?? '').padEnd(goal),
      verdict.padEnd(width),
      figure.note ?? '',
    ];
    console.log(cells.join('').trimEnd());
  }
}

function printValue({ value, unit }: Figure): string {
  if (value === undefined) return '-';
  if (unit === 'p' && typeof value === 'number') return value.toPrecision(2);
  const name = unit === 'ratio' ? '' : ` ${unit}`;
  if (typeof value === 'number') return `${rounded(value)}${name}`;
  return `${rounded(value.median)}${name} (${rounded(value.min)}–${rounded(value.max)})`;
}

export function rounded(value: number): string {
  return value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);
}

/** Writes the report below .local/reports and returns its path. */
export function writeReport(report: object, name = 'bench'): string {
  const folder = join(repositoryRoot, '.local', 'reports');
  mkdirSync(folder, { recursive: true });
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const file = join(folder, `${name}-${time}.json`);
  writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`);
  return file;
}
