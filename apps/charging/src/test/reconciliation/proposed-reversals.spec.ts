import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { ReconciliationUnderTest } from './reconciliation-under-test.js';
import type { BookedOperation } from './statement-model.js';

jest.setTimeout(600_000);

const STATEMENTS = 1_000;
const PAYMENTS = 6;
const AMOUNT = 700;
const SEED = 20_261_128;

/** A line of a statement beside the success of a payment, and the proposals that must follow. */
interface Case {
  readonly isListed: boolean;
  readonly reversed: readonly Partial<Record<'amount' | 'currency' | 'kind' | 'reference' | 'number', string>>[];
  readonly proposed: readonly number[];
}
const once: Case = { isListed: true, reversed: [{}], proposed: [AMOUNT] };
const cases: readonly Case[] = [
  { isListed: true, reversed: [], proposed: [] },
  once,
  { ...once, isListed: false },
  { ...once, reversed: [{ amount: '1' }], proposed: [1] },
  { ...once, reversed: [{ amount: '699' }], proposed: [699] },
  { ...once, reversed: [{ amount: '300' }, { amount: '300' }], proposed: [300, 300] },
  // the second line of one movement is a duplicate
  { ...once, reversed: [300, 300].map((amount) => ({ amount: String(amount), number: 'n' })), proposed: [300] },
  // of two the first, and no more than was collected
  { ...once, reversed: [{ amount: '400' }, { amount: '400' }], proposed: [400] },
  { ...once, reversed: [{ amount: '701' }], proposed: [] },
  { ...once, reversed: [{ amount: '7.00' }], proposed: [] },
  { ...once, reversed: [{ currency: 'XOF' }], proposed: [] },
  { ...once, reversed: [{ kind: 'refund' }], proposed: [] },
  { ...once, reversed: [{ reference: '00000000-0000-4000-8000-000000000000' }], proposed: [] },
];

let reconciliation: ReconciliationUnderTest;
beforeAll(async () => {
  reconciliation = await ReconciliationUnderTest.start('proposed reversals');
  await reconciliation.home.query('ALTER TABLE charge DISABLE TRIGGER charge_is_posted');
});
afterAll(() => reconciliation.end());

/** Guarantees that a statement proposes what it says, to the franc and of the payment that it names, and books nothing. */
it(`${STATEMENTS} statements with wrong lines propose what the operator has taken back, and book nothing`, async () => {
  const random = randomFrom(SEED);
  const statements = Array.from({ length: STATEMENTS }, (_, index) => statementOf(index, random));
  await reconciliation.book(
    'mtn_momo',
    statements.flatMap(({ operations }) => operations),
  );
  await reconciliation.home.query(
    `INSERT INTO charge (charge_id, intent_id, merchant_id, user_id, ledger, amount, fee, accepted_at, method, state, debited_id)
     SELECT operation_id, intent_id, merchant_id, user_id, ledger, amount, fee, accepted_at, 'mobile_money', 'succeeded', -10950
     FROM rail_operation`,
  );
  for (const { day, lines } of statements)
    await reconciliation.reconcile({ rail: 'mtn_momo', mode: 'live', day }, lines);
  const found = await reconciliation.home.query<{ id: string; amount: number; day: string }>(
    `SELECT charge_id AS id, amount::integer, day::text FROM reversal ORDER BY charge_id`,
  );
  const oracle = statements.flatMap(({ day, operations, chosen }) =>
    operations.flatMap(({ operationId: id }, place) =>
      (chosen[place]?.proposed ?? []).map((amount) => ({ id, amount, day })),
    ),
  );
  expect(found).toEqual(oracle.toSorted((one, other) => (one.id < other.id ? -1 : 1)));
  expect(found.length).toBeGreaterThan(STATEMENTS);
  const booked = `SELECT FROM reversal WHERE state <> 'proposed' UNION ALL SELECT FROM transfer`;
  expect(await reconciliation.home.query(booked)).toEqual([]);
});

interface Statement {
  readonly day: string;
  readonly operations: readonly BookedOperation[];
  readonly chosen: readonly Case[];
  readonly lines: readonly string[];
}

function statementOf(index: number, random: () => number): Statement {
  const day = new Date(Date.UTC(2022, 0, 1 + index)).toISOString().slice(0, 10);
  const at = `${day}T12:00:00+01:00`;
  const operations = Array.from({ length: PAYMENTS }, (_, place): BookedOperation => {
    const number = String(index * PAYMENTS + place).padStart(12, '0');
    return {
      ...{ operationId: `ch_${number}`, reference: `c6a1f5a0-8d3c-4c43-9d6f-${number}`, railToken: null },
      ...{ kind: 'collect', state: 'succeeded', amount: AMOUNT, suspended: null, submittedAt: at, endedAt: at },
    };
  });
  const chosen = operations.map(() => cases[Math.floor(random() * cases.length)] ?? once);
  const lines = operations.flatMap((operation, place) => {
    const { isListed, reversed } = chosen[place] ?? once;
    const line = (status: string, number: number, given: (typeof reversed)[number] = {}): string => {
      const { amount = String(AMOUNT), currency = 'XAF', kind = 'collection', reference = operation.reference } = given;
      return [
        `${operation.operationId}-${given.number ?? number}`,
        reference,
        at,
        amount,
        currency,
        kind,
        status,
      ].join();
    };
    const taken = reversed.map((given, number) => line('reversed', number + 1, given));
    return isListed ? [line('succeeded', 0), ...taken] : taken;
  });
  return { day, operations, chosen, lines: shuffled(lines, random) };
}

function shuffled(lines: readonly string[], random: () => number): readonly string[] {
  return lines
    .map((line) => ({ line, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ line }) => line);
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
