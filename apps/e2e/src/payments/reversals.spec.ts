import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { Stack } from '@paygate/testing';
import { deliveryOf, eventually, readStack, stackClient } from '@paygate/testing';
import { operator } from '../stack/operator.js';
import { accepted, payersOf } from './paying.js';
import { Refunding } from './refunding.js';

const stack: Stack = readStack();
const api = stackClient(stack);
const refunding = new Refunding(stack, api);
const folder = mkdtempSync(join(tmpdir(), 'paygate-statement-'));
afterAll(() => {
  api.close();
  rmSync(folder, { recursive: true });
});

const HEADER = 'operator_id,reference,time,amount,currency,kind,status';
/** The place of the status in a line. */
const STATUS = 6;
/** A day that has ended, and that no other statement is of. */
const DAY = '2020-02-01';

interface Proposed {
  readonly reversalId: string;
  readonly intentId: string;
  readonly amount: string;
  readonly source: string;
}

/** The lines of the simulated statement of today. */
async function statementLines(): Promise<readonly (readonly string[])[]> {
  const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
  const answer = await fetch(`${stack.rails.control}/statements/mtn_momo/${today}`);
  return (await answer.text()).split('\n').map((line) => line.split(','));
}

/** The lines of a payment, oldest first. */
async function linesOf(reference: string): Promise<readonly (readonly string[])[]> {
  return (await statementLines()).filter((line) => line[1] === reference);
}

/** The line by which the operator takes back what it has told under a number. */
function reversedLineOf(number: string): Promise<readonly string[]> {
  return eventually(async () => {
    const lines = await statementLines();
    const reference = lines.find(([own]) => own === number)?.[1];
    return lines.find((line) => line[1] === reference && line[STATUS] === 'reversed');
  });
}

const readIntent = (id: string) =>
  refunding.get(`/gateway/${id}`).then((answer) => accepted(200, answer) as Readonly<Record<string, string>>);
const dataOf = async (id: string, type: string) =>
  (JSON.parse((await deliveryOf(stack, id, type)).rawBody) as { readonly data: object }).data;

describe('a payment that the operator takes back, and that is paid again', () => {
  test('[10.8] [10.9] is proposed from its statement, booked by a person, and returned', async () => {
    const payer = payersOf(stack).at(-1);
    if (payer === undefined) throw new Error('the stack has no demo user');
    const tail = String(randomBytes(2).readUInt16BE() % 100).padStart(2, '0');
    const id = await refunding.paidFrom(`+23767775${tail}83`, payer, '700');
    const { providerReference = '' } = await readIntent(id);
    const [number = '', reference = '', , amount = ''] = await reversedLineOf(providerReference);
    expect(amount).toBe('700');
    const file = join(folder, 'statement.csv');
    writeFileSync(file, `${HEADER}\n${number},${reference},${DAY}T12:00:00+01:00,${amount},XAF,collection,reversed\n`);
    await operator('upload-statement', 'mtn_momo', 'test', DAY, file);
    const proposed = await eventually(async () => {
      const { reversals } = (await operator('reversals', 'test')) as { readonly reversals: readonly Proposed[] };
      return reversals.find(({ intentId }) => intentId === id);
    });
    expect(proposed).toMatchObject({ amount: '700', source: 'statement' });
    expect(await readIntent(id)).toMatchObject({ status: 'COMPLETED', amountReversed: '0' });

    const person = 'per_01k8zq4a2nf8rb0v6d7jep5f9x';
    const { reversalId } = proposed;
    expect(await operator('decide-reversal', reversalId, 'book', person)).toMatchObject({ state: 'booked' });
    expect(await dataOf(id, 'payment.reversed')).toMatchObject({
      reversal: { id: reversalId, status: 'BOOKED', amount: '700', feeReturned: '0', operator: 'mtn_momo' },
      paymentIntent: { id, status: 'COMPLETED', amount: '700', amountReversed: '700' },
    });
    expect(await readIntent(id)).toMatchObject({ status: 'COMPLETED', amountReversed: '700' });
    const listed = accepted(200, await refunding.get(`/gateway/${id}/reversals`));
    expect(listed).toMatchObject({ data: [{ id: reversalId, amount: '700' }], hasMore: false });
    expect((await refunding.create(id, { amount: '1' })).body).toMatchObject({
      ...{ code: 'refund_exceeds_charge', refundable: '0' },
    });
    const { data: transactions } = accepted(200, await refunding.get('/balance/transactions?limit=100'));
    expect(transactions).toContainEqual(
      expect.objectContaining({ id: reversalId, type: 'reversal', net: '-700', paymentIntentId: id }),
    );

    await eventually(async () => (await linesOf(reference)).at(-1)?.[STATUS] === 'succeeded');
    expect(await operator('decide-reversal', reversalId, 'return', person)).toMatchObject({ state: 'returned' });
    expect(await dataOf(id, 'payment.reversal_returned')).toMatchObject({
      reversal: { id: reversalId, status: 'RETURNED' },
      paymentIntent: { id, status: 'COMPLETED', amountReversed: '0' },
    });
    const { data: entries } = accepted(200, await refunding.get(`/gateway/${id}/timeline`));
    const types = (entries as readonly { readonly type: string }[]).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('reversal.'))).toEqual(['reversal.booked', 'reversal.returned']);
  });
});
