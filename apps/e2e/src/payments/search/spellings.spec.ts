import { randomBytes, randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Stack } from '@paygate/testing';
import { eventually, inParallel, readStack, stackClient } from '@paygate/testing';
import { atDashboard, newMember, newMerchant, newSession } from '../../accounts/dashboard.js';
import { accepted, authorise, payersOf } from '../paying.js';

const stack: Stack = readStack();
const api = stackClient(stack);
afterAll(() => {
  api.close();
});

const headers = { 'x-api-key': stack.merchant.secretKey };
const PAYMENTS = 8;
const PAID = 4;
const token = randomBytes(4).toString('hex');
const NBSP = '\u00a0';

interface Sold {
  readonly id: string;
  readonly reference: string;
  readonly item: string;
  readonly amount: string;
  readonly phoneNumber?: string;
  /** The operator's own number of the transaction. */
  readonly number?: string;
}

/** Letters that no other suite sells. */
const word = (): string => Array.from({ length: 7 }, () => 'bcdfgklmnprstvz'[randomInt(15)]).join('');

async function sold(n: number): Promise<Sold> {
  const [reference, item, amount] = [`Cmd-${token}-${String(n)}7`, `Été${word()}`, String(randomInt(10_000, 100_000))];
  const terms = { amount, currency: 'XAF', reference, description: `Pagne ${item}` } as const;
  const { id } = accepted(
    201,
    await api.createIntent({ ...terms, metadata: { customer: `Aïssatou ${word()}${item}` } }),
  );
  const one = { id, reference, item, amount };
  if (n >= PAID) return one;
  const payer = payersOf(stack)[n % payersOf(stack).length];
  if (payer === undefined) throw new Error('the stack has no demo user');
  const phoneNumber = `+2376775${String(randomInt(1_000)).padStart(3, '0')}01`;
  accepted(202, await api.chargeByMobileMoney(id, await authorise(stack, api, payer, id), { phoneNumber }));
  const number = await eventually(async () => {
    const answer = await api.request({ method: 'GET', path: `/gateway/${id}`, headers });
    return (answer.body['providerReference'] as string | null) ?? undefined;
  });
  return { ...one, phoneNumber, number };
}

/** As people write what they have of a payment. */
function spellingsOf({ id, reference, item, amount, phoneNumber = '', number = '' }: Sold): readonly string[] {
  const grouped = (mark: string): string => `${amount.slice(0, 2)}${mark}${amount.slice(2)}`;
  const plainItem = item.replaceAll('É', 'e').replaceAll('é', 'e');
  const of = [
    ...[reference, reference.toUpperCase(), reference.replaceAll('-', ' '), reference.replaceAll('-', '')],
    ...[`${token} ${reference.slice(-2)}`, reference.slice(4)],
    ...[item, item.toUpperCase(), plainItem, item.slice(3), `pagne ${plainItem}`, `AISSATOU ${item.slice(1, 9)}`],
    ...[amount, grouped(' '), grouped(NBSP), grouped('.'), `${grouped(',')} F`, `FCFA ${grouped(' ')}`],
    ...[id.slice(-4), id.slice(-8).toUpperCase()],
  ];
  if (number === '') return of;
  const local = phoneNumber.slice(4);
  const pairs = `${local.slice(0, 3)} ${local.slice(3, 5)} ${local.slice(5, 7)} ${local.slice(7)}`;
  const numbers = [number, number.toLowerCase(), Array.from(number).join(' '), number.replaceAll(/[.-]/g, ' ')];
  return [...of, local, pairs, pairs.replaceAll(' ', '-'), `+237 ${pairs}`, `0${local}`, local.slice(-4), ...numbers];
}

const idsOf = (data: unknown): readonly string[] => (data as readonly { readonly id: string }[]).map(({ id }) => id);
async function found(q: string, session?: string): Promise<readonly string[]> {
  const body = { q, limit: 100 };
  const answer =
    session === undefined
      ? await api.request({ method: 'POST', path: '/gateway/search', headers, body })
      : await atDashboard(api, 'POST /gateway/search', { session, body });
  return idsOf(accepted(200, answer)['data']);
}

/** Guarantees that a shop finds its payment by what its customer says or shows, and that nobody else does. */
describe('a payment is found by what a shop has of it', () => {
  const payments: Sold[] = [];
  let spellings: readonly (readonly [id: string, text: string])[];
  beforeAll(async () => {
    for (let n = 0; n < PAYMENTS; n++) payments.push(await sold(n));
    spellings = payments.flatMap((one) => spellingsOf(one).map((text) => [one.id, text] as const));
    await eventually(async () => (await found(payments.at(-1)?.item ?? '')).length > 0);
  });

  test('[2.24][2.46] 200 of 200 spellings of numbers, amounts, words and references', async () => {
    expect(spellings).toHaveLength(200);
    const missed = await inParallel(
      spellings,
      async ([id, text]) => ((await found(text)).includes(id) ? [] : [text]),
      2,
    );
    expect(missed.flat()).toEqual([]);
  });

  test('[2.46] by parts of its texts in the list as well, and by no phone: a query is a part of an address', async () => {
    const [first] = payments;
    if (first === undefined) throw new Error('no payment');
    const { id, item, reference, phoneNumber = '' } = first;
    const list = async (q: string) =>
      idsOf(
        accepted(200, await api.request({ method: 'GET', path: `/gateway?${new URLSearchParams({ q })}`, headers }))[
          'data'
        ],
      );
    for (const q of [item.slice(2).toUpperCase(), reference.slice(4), id.slice(-6)])
      expect(await list(q)).toContain(id);
    for (const q of [phoneNumber, phoneNumber.slice(4)]) expect(await list(q)).not.toContain(id);
  });

  test('[2.46] by the members of its merchant who may read payments, and by nobody else', async () => {
    const texts = spellingsOf(payments[0] ?? fail()).filter((_, index) => index % 3 === 0);
    const ids = payments.map(({ id }) => id);
    const { email, password } = stack.merchant.owner;
    const viewer = (await newMember(stack, api, 'viewer')).session;
    for (const session of [await newSession(api, email, password), viewer])
      expect(await found(texts[0] ?? '', session)).toContain(ids[0]);
    const foreign = await newMerchant(stack, api);
    for (const text of texts) expect((await found(text, foreign)).filter((id) => ids.includes(id))).toEqual([]);
    for (const key of [stack.merchant.publishableKey, 'sk_test_unknown', '']) {
      const asked = { method: 'POST', path: '/gateway/search', headers: { 'x-api-key': key }, body: { q: texts[0] } };
      expect([401, 403]).toContain((await api.request(asked)).status);
    }
  });
});

function fail(): never {
  throw new Error('nothing was sold');
}
