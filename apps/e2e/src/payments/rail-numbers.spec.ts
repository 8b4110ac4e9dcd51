import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Stack, StackUser } from '@paygate/testing';
import { eventually, RailControl, readStack, receivedDeliveries, stackClient } from '@paygate/testing';
import { operator } from '../stack/operator.js';
import { accepted, authorise } from './paying.js';

/** The outcome of each number: paid, the code of a decline, or not at all (`open`). */
const ENDINGS: Readonly<Record<string, string>> = {
  ...{ '01': 'paid', '02': 'paid', '03': 'paid', '04': 'open', '05': 'paid' },
  ...{ '10': 'insufficient_funds', '11': 'payer_rejected', '12': 'payer_timeout', '13': 'payer_not_found' },
  ...{ '14': 'payer_limit_reached', '15': 'payer_blocked', '18': 'rail_error', '19': 'rail_error' },
  ...{ '30': 'paid', '31': 'paid', '32': 'paid', '33': 'paid', '34': 'paid', '35': 'paid', '36': 'paid' },
  ...{ '37': 'paid', '38': 'paid', '39': 'paid', '40': 'paid', '41': 'paid', '42': 'open', '43': 'paid', '44': 'open' },
};
const UNLISTED = '99';
/** They refuse submissions for a while. They are paid last, so that submissions to the others go on. */
const REFUSING = ['38', '39'];
const PAID_IN_ORDER = [UNLISTED, ...Object.keys(ENDINGS).filter((digits) => !REFUSING.includes(digits)), ...REFUSING];
/** They end when the operators' clock is advanced. */
const LATE = ['02', '05', ...REFUSING];
/** Until 38 and 39 are answered and 02 is approved, and from then until 05 is. Seconds. */
const ADVANCES = [60, 300] as const;

const PREFIX = { mtn_momo: '+23767788', orange_money: '+23769788' } as const;
type Rail = keyof typeof PREFIX;
const RAILS = ['mtn_momo', 'orange_money'] as const;
const AMOUNT = '700';
const TERMINAL = ['COMPLETED', 'FAILED', 'EXPIRED', 'CANCELED'];

interface Paid {
  readonly id: string;
  readonly sessionToken: string;
}

interface Read {
  readonly status: string;
  readonly failure: { readonly code: string } | null;
}

interface Event {
  readonly type: string;
  readonly paymentIntent: Readonly<Record<string, unknown>>;
}

interface Escalated {
  readonly chargeId: string;
  readonly intentId: string;
  readonly rail: string;
  readonly reason: string;
}

const stack: Stack = readStack();
const api = stackClient(stack);
const control = new RailControl(stack.rails.control);
const paid = new Map<string, Paid>();
let events: ReadonlyMap<string, readonly Event[]>;

const keyOf = (rail: Rail, digits: string): string => `${rail} ${digits}`;
const numbers = (listed: readonly string[]): readonly (readonly [Rail, string])[] =>
  listed.flatMap((digits) => RAILS.map((rail) => [rail, digits] as const));
const ending = (digits: string): string => ENDINGS[digits] ?? 'payer_not_found';

beforeAll(async () => {
  const [, , ...users] = stack.users;
  const waiting = [...numbers(PAID_IN_ORDER)];
  await Promise.all(users.map((user) => payInTurn(user, waiting)));
  const ends = PAID_IN_ORDER.filter((digits) => ending(digits) !== 'open');
  await ended(numbers(ends.filter((digits) => !LATE.includes(digits))));
  await control.advance(ADVANCES[0]);
  await ended(numbers(ends.filter((digits) => digits !== '05')));
  await control.advance(ADVANCES[1]);
  await ended(numbers(ends));
  events = await eventually(async () => {
    const received = await terminalEvents();
    return numbers(ends).every((number) => received.has(intentOf(...number).id)) && received;
  });
});
afterAll(() => {
  api.close();
});

/** One user pays one number after the other, because their code is the newest in their inbox. */
async function payInTurn(user: StackUser, waiting: (readonly [Rail, string])[]): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [rail, digits] = next;
    const { id, sessionToken } = accepted(201, await api.createIntent({ amount: AMOUNT, currency: 'XAF' }));
    const token = await authorise(stack, api, user, id);
    accepted(202, await api.chargeByMobileMoney(id, token, { phoneNumber: `${PREFIX[rail]}00${digits}` }));
    paid.set(keyOf(rail, digits), { id, sessionToken });
  }
}

function intentOf(rail: Rail, digits: string): Paid {
  const intent = paid.get(keyOf(rail, digits));
  if (intent === undefined) throw new Error(`${rail} ${digits} was not paid`);
  return intent;
}

async function read(rail: Rail, digits: string): Promise<Read> {
  return accepted(200, await api.retrieveIntent(intentOf(rail, digits).sessionToken)) as unknown as Read;
}

async function ended(all: readonly (readonly [Rail, string])[]): Promise<void> {
  for (const [rail, digits] of all)
    await eventually(
      async () => {
        const { status } = await read(rail, digits);
        if (!TERMINAL.includes(status)) throw new Error(`${rail} ${digits} is ${status}`);
        return true;
      },
      { intervalMs: 200 },
    );
}

/** By intent. A delivery that came twice is one event. */
async function terminalEvents(): Promise<ReadonlyMap<string, readonly Event[]>> {
  const bodies = new Set((await receivedDeliveries(stack)).map(({ rawBody }) => rawBody));
  const received = [...bodies].flatMap((body) => {
    const { type, data } = JSON.parse(body) as { type: string; data: { paymentIntent?: Record<string, unknown> } };
    return data.paymentIntent === undefined ? [] : [{ type, paymentIntent: data.paymentIntent }];
  });
  return Map.groupBy(received, ({ paymentIntent }) => String(paymentIntent['id']));
}

/** The entries of the operator's list about the payments of this suite, by rail and number. */
async function escalations(): Promise<ReadonlyMap<string, Escalated>> {
  const names = new Map([...paid].map(([name, { id }]) => [id, name] as const));
  const unclear = (await operator('escalations')) as readonly Escalated[];
  // those in doubt are not for people yet
  const listed = unclear.filter(({ reason }) => reason !== 'in_doubt');
  return new Map(
    listed.flatMap((one) => {
      const name = names.get(one.intentId);
      return name === undefined ? [] : [[name, one] as const];
    }),
  );
}

const scenarios = async (): Promise<Readonly<Record<string, string>>> =>
  ((await control.get('scenarios')) as { scenarios: Readonly<Record<string, string>> }).scenarios;

/** Guarantees that each number of the simulator has the outcome that docs/rails.md gives it, for the customer and for the merchant. */
describe('[2.18][3.10] the numbers of the rail simulator', () => {
  test('are all here', async () => {
    const listed = Object.keys(await scenarios()).filter((digits) => Number(digits) < 50);
    expect(Object.keys(ENDINGS).toSorted()).toEqual(listed.toSorted());
  });

  test('are in the guide as they are', async () => {
    const guide = readFileSync('docs/guides/test-mode.md', 'utf8');
    const rows = [...guide.matchAll(/^\| `\+2376777700([0-9]{2})` \| ([^|]+?) +\| ([^|]+?) +\|$/gm)];
    expect(rows.length).toBeGreaterThan(10);
    const meanings = await scenarios();
    const outcomeOf = (digits: string): string => {
      // the numbers from 50 on are about refunds, of payments that succeed
      const code = Number(digits) < 50 ? ending(digits) : 'paid';
      if (code === 'open') return 'as you decide; [delayed](mobile-money.md#when-the-outcome-is-delayed) after 5 min';
      return code === 'paid' ? '`COMPLETED`' : `\`FAILED\`, \`${code}\``;
    };
    expect(rows.map(([, digits, meaning, outcome]) => [digits, meaning, outcome])).toEqual(
      rows.map(([, digits = '']) => [digits, meanings[digits], outcomeOf(digits)]),
    );
  });

  test.each([...numbers(PAID_IN_ORDER.toSorted())])('%s %s', async (rail, digits) => {
    const intent = await read(rail, digits);
    const expected = ending(digits);
    const received = events.get(intentOf(rail, digits).id) ?? [];
    const paymentMethod = { type: 'mobile_money', operator: rail };
    if (expected === 'open') {
      expect(intent).toMatchObject({ status: 'PROCESSING', failure: null });
      expect(received).toEqual([]);
    } else if (expected === 'paid') {
      const paymentIntent = { amount: AMOUNT, fee: '14', net: '686', paymentMethod };
      expect(intent).toMatchObject({ status: 'COMPLETED', failure: null });
      expect(received).toMatchObject([{ type: 'payment.completed', paymentIntent }]);
    } else {
      const failure = { code: expected, nextStep: expect.stringMatching(/^(new_intent|other_method)$/) };
      expect(intent).toMatchObject({ status: 'FAILED', failure });
      expect(received).toMatchObject([{ type: 'payment.failed', paymentIntent: { failure, paymentMethod } }]);
    }
  });

  test('42 and 43 are for an operator, who decides the one and acknowledges the other', async () => {
    const expected = RAILS.flatMap((rail) => [
      [keyOf(rail, '42'), { rail, reason: 'amount_differs', amount: AMOUNT, collectedAmount: '800' }] as const,
      [keyOf(rail, '43'), { rail, reason: 'contradiction', amount: AMOUNT }] as const,
    ]);
    const listed = await eventually(async () => {
      const found = await escalations();
      return found.size >= expected.length && found;
    });
    expect(Object.fromEntries(listed)).toMatchObject(Object.fromEntries<object>(expected));
    expect(listed.size).toBe(expected.length);
    // the operators have debited both, whatever they report of 43
    for (const rail of RAILS)
      for (const [digits, amount] of [
        ['42', '-800'],
        ['43', '-700'],
      ] as const) {
        const lines = (await control.statement(rail)).filter(({ msisdn }) =>
          `+237${msisdn.slice(-9)}`.startsWith(`${PREFIX[rail]}00${digits}`),
        );
        expect(lines.map((line) => line.amount)).toEqual([amount]);
      }

    for (const rail of RAILS) {
      const [chargeId, contradicted] = [42, 43].map((digits) => listed.get(`${rail} ${digits}`)?.chargeId ?? '');
      expect(await operator('resolve-charge', String(chargeId), 'succeeded')).toMatchObject({ state: 'succeeded' });
      expect(await operator('resolve-charge', String(contradicted), 'acknowledged')).toMatchObject({
        state: 'succeeded',
      });
      await ended([[rail, '42']]);
      expect(await read(rail, '42')).toMatchObject({ status: 'COMPLETED', amount: AMOUNT });
    }
    expect((await escalations()).size).toBe(0);
    await eventually(async () => {
      const received = await terminalEvents();
      return RAILS.every((rail) => received.has(intentOf(rail, '42').id)) && received;
    });
    const received = await terminalEvents();
    for (const [rail, digits] of numbers(['42', '43']))
      expect(received.get(intentOf(rail, digits).id)).toMatchObject([{ type: 'payment.completed' }]);
  });
});
