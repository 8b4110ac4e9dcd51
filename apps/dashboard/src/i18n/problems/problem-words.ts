import type { Problem } from '@paygate/api-types';
import type { ApiWords } from '../api-words.js';
import type { Formats } from '../formats.js';
import type { FigureName, Figures } from './problem-text.js';
import { amounts, counts, figureNames, moments } from './problem-text.js';

/** A refusal of a request, or of one of its parameters. */
export type Fault = Pick<Problem, 'code' | 'detail'> & Readonly<Record<string, unknown>>;

type Words = Pick<ApiWords, 'intentStatus' | 'scope'> & {
  readonly batches: { readonly statuses: Readonly<Partial<Record<string, string>>> };
  readonly problem: Pick<ApiWords['problem'], 'codes' | 'rules' | 'refused' | 'several'>;
  readonly payouts: {
    readonly destinations: Readonly<Partial<Record<string, string>>>;
    readonly statuses: Readonly<Partial<Record<string, string>>>;
  };
};

/** One sentence for a refusal of a request. What is wrong with several parameters stands at each of them. */
export function refusalText(problem: Problem, words: Words, formats: Formats): string {
  const [first, ...others] = problem.errors ?? [];
  if (first === undefined) return problemText({ ...problem }, words, formats);
  return others.length === 0 ? problemText({ ...first }, words, formats) : words.problem.several;
}

/** One sentence for a refusal: for its rule where the API names one, else for its code, with its figures. */
export function problemText(fault: Fault, words: Words, formats: Formats): string {
  const { codes, rules, refused } = words.problem;
  if (fault.code === 'parameter_invalid' || fault.code === 'parameter_missing') {
    for (const [rule, text] of rules) {
      const [whole, ...figures] = rule.exec(fault.detail) ?? [];
      if (whole !== undefined) return typeof text === 'string' ? text : text(...figures);
    }
  }
  const text = codes[fault.code] ?? refused;
  return typeof text === 'string' ? text : text(figuresOf(fault, words, formats));
}

/** Amounts of refusals are in the one currency in which accounts are paid. */
const CURRENCY = 'XAF';
const MEGABYTE = 1_000_000;
const LONG_WAIT_SECONDS = 90;

function figuresOf(fault: Fault, words: Words, formats: Formats): Figures {
  const writers: Readonly<Record<FigureName, (value: string) => string>> = {
    ...every(amounts, (value) => formats.money(value, CURRENCY)),
    ...every(counts, (value) => formats.count(Number(value))),
    ...every(moments, formats.time),
    bytesLeft: (value) => `${formats.count(Math.floor(Number(value) / MEGABYTE))}\u00a0MB`,
    retryAfter: (value) => waitText(Number(value), formats),
    currentStatus: (value) => {
      const known: Readonly<Partial<Record<string, string>>> = {
        ...words.batches.statuses,
        ...words.payouts.destinations,
        ...words.payouts.statuses,
        ...words.intentStatus,
      };
      return known[value] ?? value;
    },
    scope: (value) => words.scope[value as keyof typeof words.scope] ?? value,
  };
  return Object.fromEntries(
    figureNames.flatMap((name) => {
      const value = fault[name];
      return typeof value === 'string' || typeof value === 'number' ? [[name, writers[name](String(value))]] : [];
    }),
  );
}

function every<Name extends string>(
  names: readonly Name[],
  write: (value: string) => string,
): Readonly<Record<Name, (value: string) => string>> {
  return Object.fromEntries(names.map((name) => [name, write])) as Record<Name, (value: string) => string>;
}

function waitText(seconds: number, { count }: Formats): string {
  return seconds < LONG_WAIT_SECONDS
    ? `${count(Math.ceil(seconds))}\u00a0s`
    : `${count(Math.ceil(seconds / 60))}\u00a0min`;
}
