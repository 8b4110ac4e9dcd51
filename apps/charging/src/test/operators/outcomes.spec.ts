import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { OperatorOutcomes } from '@paygate/contracts';
import { OutcomesRepository } from '../../readers/operators/outcomes.repository.js';
import { LedgerUnderTest } from '../ledger-under-test.js';
import type { Seed } from './seeded-operations.js';
import { forgetAll, seed, withoutGuards } from './seeded-operations.js';

const MINUTE = 60;
const NONE: OperatorOutcomes = { succeeded: 0, declined: 0, failed: 0, stuck: 0, medianSeconds: null };

type Counted = readonly [name: string, given: Partial<Seed>, expected: Partial<OperatorOutcomes>];
type LeftOut = readonly [name: string, given: Partial<Seed>];

const declined = (code: Seed['code'], more: Partial<Seed> = {}) => ({ state: 'declined', code, ...more }) as const;
const unsent = { isSent: false } as const;

describe('the outcomes of operators', () => {
  let ledger: LedgerUnderTest;
  let outcomes: OutcomesRepository;
  const query = (text: string, values: readonly unknown[] = []) => ledger.sql(text, values);
  beforeAll(async () => {
    ledger = await LedgerUnderTest.start('operator_outcomes');
    outcomes = new OutcomesRepository(ledger.database);
    await withoutGuards(query);
  });
  afterAll(() => ledger.stop());
  beforeEach(() => forgetAll(query));

  const put = (given: Partial<Seed>) => seed(query, given);
  /** The outcomes of the one use that has some; none without any. */
  const ofOnlyUse = async () => {
    const [found, ...others] = (await outcomes.count()).methods;
    expect(others).toEqual([]);
    return found ?? { last5Minutes: NONE, last60Minutes: NONE };
  };

  it('are none without an operation', async () => {
    const { methods, readAt } = await outcomes.count();
    expect(methods).toEqual([]);
    expect(readAt).toBeInstanceOf(Date);
  });

  it.each<Counted>([
    ['a success', {}, { succeeded: 1, medianSeconds: 10 }],
    ['a payer without money', declined('insufficient_funds'), { declined: 1 }],
    ['a payer who refuses', declined('payer_rejected'), { declined: 1 }],
    ['a payer who does not answer', declined('payer_timeout'), { declined: 1 }],
    ['an error of the operator', declined('rail_error'), { failed: 1 }],
    ['an operator that says that it is not available', declined('rail_unavailable'), { failed: 1 }],
    ['an operator that takes no payment', declined('rail_unavailable', unsent), { failed: 1 }],
    ['a doubt of a minute', { state: 'in_doubt', ageSeconds: 65 }, { stuck: 1 }],
    ['another amount', { state: 'escalated', ageSeconds: 65 }, { stuck: 1 }],
    ['what was not sent for a minute', { state: 'requested', ageSeconds: 65, ...unsent }, { stuck: 1 }],
    ['what is pending for longer than a payer has', { state: 'pending', ageSeconds: 10 * MINUTE + 5 }, { stuck: 1 }],
    ['a refund that was not carried out', declined('rail_error', { kind: 'refund' }), { failed: 1 }],
    ['a refund to a phone that is none', declined('payer_not_found', { kind: 'refund' }), { declined: 1 }],
    ['a payout that was not taken', declined('rail_unavailable', { kind: 'payout', ...unsent }), { failed: 1 }],
    ['a return that failed', declined('rail_error', { kind: 'return' }), { failed: 1 }],
    ['a top-up that was not taken', declined('rail_unavailable', { kind: 'top_up' }), { failed: 1 }],
    ['a withdrawal that failed', declined('rail_error', { kind: 'withdrawal' }), { failed: 1 }],
  ])('[14.2] count %s in both spans', async (_name, given, expected) => {
    await put(given);
    const both = Object.assign({}, NONE, expected);
    expect(await ofOnlyUse()).toMatchObject({ last5Minutes: both, last60Minutes: both });
  });

  it.each<LeftOut>([
    ['what a payer is asked for now', { state: 'pending', ageSeconds: 5 * MINUTE }],
    ['a doubt of some seconds', { state: 'in_doubt', ageSeconds: 30 }],
    ['a payout from an empty account of the platform', declined('rail_unavailable', { kind: 'payout' })],
    ['a refund from an empty account of the platform', declined('rail_unavailable', { kind: 'refund' })],
    ['a withdrawal from an empty account of the platform', declined('rail_unavailable', { kind: 'withdrawal' })],
    ['a payout that was canceled', declined(null, { kind: 'payout', ...unsent })],
    ['a payout to a revoked phone', declined('destination_revoked', { kind: 'payout', ...unsent })],
    ['what ended more than an hour ago', { ageSeconds: 62 * MINUTE, endedSeconds: 61 * MINUTE }],
    ['what was accepted hours ago and ends now', { ageSeconds: 121 * MINUTE, endedSeconds: 1 }],
  ])('[14.2] leave out %s', async (_name, given) => {
    await put(given);
    expect(await ofOnlyUse()).toMatchObject({ last5Minutes: NONE, last60Minutes: NONE });
  });

  it('are of the last 60 minutes only, where they came more than 5 minutes ago', async () => {
    await put({ count: 2, ageSeconds: 7 * MINUTE, endedSeconds: 6 * MINUTE });
    await put({ state: 'in_doubt', ageSeconds: 7 * MINUTE });
    const last60Minutes = Object.assign({}, NONE, { succeeded: 2, stuck: 1, medianSeconds: 60 });
    expect(await ofOnlyUse()).toMatchObject({ last5Minutes: NONE, last60Minutes });
  });

  it('have the median of the time to a success, whatever one of them took', async () => {
    for (const seconds of [10, 20, 600]) await put({ ageSeconds: seconds + 30, endedSeconds: 30 });
    await put(declined('payer_timeout', { ageSeconds: 330, endedSeconds: 30, count: 4 }));
    expect(await ofOnlyUse()).toMatchObject({ last5Minutes: { succeeded: 3, declined: 4, medianSeconds: 20 } });
  });

  it('are counted apart by operator, use and mode', async () => {
    await put({ count: 3 });
    await put({ rail: 'orange_money', count: 2 });
    await put({ ledger: 950 });
    await put({ kind: 'refund', count: 4 });
    await put({ kind: 'top_up', count: 5 });
    await put({ kind: 'payout' });
    await put({ kind: 'withdrawal', count: 6 });
    const { methods } = await outcomes.count();
    const found = methods.map(({ rail, mode, method, last5Minutes }) => [rail, mode, method, last5Minutes.succeeded]);
    expect(new Set(found.map((each) => each.join(' ')))).toEqual(
      new Set([
        ...['mtn_momo live collect 1', 'mtn_momo test collect 8', 'mtn_momo test payout 7'],
        ...['mtn_momo test refund 4', 'orange_money test collect 2'],
      ]),
    );
  });

  it('are found by the index of the newest operations, however many are older', async () => {
    const asked: string[] = [];
    const listener = {
      query: ({ text }: { readonly text: string }) => {
        asked.push(text);
        return Promise.resolve([{ rail: null, readAt: new Date() }]);
      },
    };
    await new OutcomesRepository(listener as never).count();
    const plan = await ledger.sql<Record<'QUERY PLAN', string>>(`EXPLAIN ${asked[0] ?? ''}`);
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('rail_operation_recent');
  });
});
