import type { Problem } from '@paygate/api-types';
import type { ApiWords } from '../api-words.js';
import type { Formats } from '../formats.js';

/** The figures of a refusal that its text may name, as the page writes them. What was not sent is undefined. */
export type Figures = Readonly<Partial<Record<FigureName, string>>>;
type FigureName = (typeof figureNames)[number];

/** A text, or one that names figures; it is called with those that were sent. */
export type ProblemText = string | ((figures: Figures) => string);

/** A rule by the API's sentence for it, and its text, which is called with the figures of the sentence. */
export type RuleText = readonly [rule: RegExp, text: string | ((...figures: string[]) => string)];

/** A refusal of a request, or of one of its parameters. */
export type Fault = Pick<Problem, 'code' | 'detail'> & Readonly<Record<string, unknown>>;

type Words = Pick<ApiWords, 'intentStatus' | 'scope'> & {
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

const amounts = ['min', 'max', 'refundable', 'available', 'pending', 'missing'] as const;
const counts = ['limit', 'intentsLeft'] as const;
const moments = ['usableAt', 'renewsAt'] as const;
const figureNames = [...amounts, ...counts, ...moments, 'bytesLeft', 'retryAfter', 'currentStatus', 'scope'] as const;

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
