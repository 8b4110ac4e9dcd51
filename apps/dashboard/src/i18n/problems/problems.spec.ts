import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Problem } from '@paygate/api-types';
import { en } from '../en.js';
import { formatsOf } from '../formats.js';
import { fr } from '../fr.js';
import type { Fault } from './problem-words.js';
import { problemText, refusalText } from './problem-words.js';

const spoken = [
  ['fr', fr],
  ['en', en],
] as const;
const ERRORS = join(import.meta.dirname, '../../../../../docs/errors');
const OF_EVERY_PROBLEM = ['type', 'title', 'status', 'detail', 'code', 'requestId', 'retryable', 'param', 'errors'];
/** The form of other figures, and what programs read. */
const NOT_READ = ['currencyExponent'];

/** The documented example of each code that has words in the dashboard, with the figures that it carries. */
const examples = readdirSync(ERRORS)
  .filter((file) => file.endsWith('.md') && Object.hasOwn(en.problem.codes, file.slice(0, -3)))
  .flatMap((file) => {
    const json = /```json\n(\{[^]*?\n\})\n```/.exec(readFileSync(join(ERRORS, file), 'utf8'))?.[1];
    const example = JSON.parse(json ?? '{}') as Fault;
    const own = Object.keys(example).filter((name) => ![...OF_EVERY_PROBLEM, ...NOT_READ].includes(name));
    return own.map((name) => [example.code, name, example] as const);
  });

test('there are codes with figures', () => {
  expect(examples.length).toBeGreaterThanOrEqual(20);
});

test.each(examples)('the text of %s names %s, in both languages', (_code, name, example) => {
  const another = typeof example[name] === 'number' ? 77 : /^\d+$/.test(String(example[name])) ? '7777' : undefined;
  const without = { ...example, [name]: undefined };
  for (const [language, t] of spoken) {
    const text = (of: object) => problemText(of as Fault, t, formatsOf(language));
    expect(text(example)).not.toBe(text(another === undefined ? without : { ...example, [name]: another }));
    expect(text(example)).not.toMatch(/undefined|NaN|Invalid/);
  }
});

test('codes have words in both languages, and none of them breaks without its figures', () => {
  expect(Object.keys(fr.problem.codes).sort()).toEqual(Object.keys(en.problem.codes).sort());
  for (const [language, t] of spoken)
    for (const code of Object.keys(t.problem.codes))
      expect(problemText({ code: code, detail: '' }, t, formatsOf(language))).not.toMatch(/undefined|NaN| {2}| \.$/);
});

/** Each rule by the sentence of the API, with the figures that its text must name. */
const rules: readonly (readonly [detail: string, figures: readonly string[]])[] = [
  ['is required', []],
  ['must have 1 to 120 characters', ['120']],
  ['must have 0 to 500 characters', ['500']],
  ['must have 8 to 72 characters', ['8', '72']],
  ['must have at least 8 characters', ['8']],
  ['must have 1 to 3 elements', ['1', '3']],
  ['must have at least 1 elements', ['1']],
  ['must have at most 50 elements', ['50']],
  ['must be at least 300', ['300']],
  ['must be at most 86400', ['86400']],
  ['must be one of owner, admin', ['owner, admin']],
  ['must be an integer', []],
  ['must be an e-mail address', []],
  ['must be an https URL without user name and password', []],
  ['must be an origin such as https://shop.example', []],
  ['must be one line of visible characters', []],
  ['must be one line of visible characters, without a web address', []],
  ['must be an ISO 8601 date and time', []],
  ['must be a phone number in international format, such as +237670000001', []],
  ['must be a code of digits', []],
  ['must be a string of 1 to 12 digits, without leading zero', []],
  ['expiresAt must be in the future.', []],
  ['maxAmount must not be less than minAmount.', []],
  ['maxUses must not be less than the number of payments that are open or completed.', []],
  ['referencePattern must contain {n} unless maxUses is 1.', []],
  ['No type of event matches refunds.*.', ['refunds.*']],
];

describe.each(spoken)('in %s', (language, t) => {
  const formats = formatsOf(language);
  const textOf = (detail: string, code: Problem['code'] = 'parameter_invalid') =>
    problemText({ code, detail }, t, formats);

  test('each rule has a sentence of its own, with its figures', () => {
    for (const [detail, figures] of rules) {
      for (const figure of figures) expect([detail, textOf(detail)]).toEqual([detail, expect.stringContaining(figure)]);
      expect([detail, textOf(detail)]).not.toEqual([detail, textOf('')]);
    }
    const shown = rules.map(([detail]) => textOf(detail));
    expect(shown.filter((text, place) => shown.indexOf(text) !== place)).toEqual([]);
  });

  test('a limit of 0 is no limit that was reached', () => {
    const of = (limit: number) => problemText({ code: 'refund_limit_reached', detail: '', limit }, t, formats);
    expect(of(0)).not.toBe(of(5).replace('5', '0'));
    expect(of(0)).not.toMatch(/demain|tomorrow/);
  });

  test('a limit of refunds names its figures, whether it is a number or a sum', () => {
    const renewsAt = '2026-11-20T23:00:00.000Z';
    const of = (figures: Pick<Problem, 'limit' | 'used' | 'max' | 'usedAmount' | 'renewsAt'>) =>
      problemText({ code: 'refund_limit_reached', detail: '', ...figures }, t, formats);
    const number = of({ limit: 7, used: 6, renewsAt });
    const sum = of({ max: '250000', usedAmount: '240000', renewsAt });
    for (const part of ['6', '7', '21']) expect(number).toContain(part);
    for (const part of [/250\D000/, /240\D000/, /21/]) expect(sum).toMatch(part);
  });

  test('one fault is one sentence, and several stand at their fields', () => {
    const fault = { param: 'name', code: 'parameter_invalid', detail: 'must have 1 to 120 characters' } as const;
    const problem = { code: 'parameter_invalid', detail: 'name must have 1 to 120 characters.' } as Problem;
    expect(refusalText({ ...problem, errors: [fault] }, t, formats)).toContain('120');
    expect(refusalText({ ...problem, errors: [fault, fault] }, t, formats)).toBe(t.problem.several);
  });
});
