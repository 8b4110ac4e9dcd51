import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@paygate/testing';
import { RailsUnderTest, railNames } from './fixtures/rails.js';

let rails: RailsUnderTest;
beforeAll(async () => {
  rails = await RailsUnderTest.start('control');
});
afterAll(() => rails.stop());

const NO_FAULTS = { no_answer: 0, lost_answer: 0, duplicate_callback: 0, lost_callback: 0, forged_callback: 0 };

async function paid(digits: string, name: (typeof railNames)[number] = 'mtn_momo'): Promise<string> {
  const rail = rails.rail(name);
  const reference = await rail.reference();
  await rail.pay(digits, reference);
  return reference;
}

const decided = (reference: string, name: (typeof railNames)[number] = 'mtn_momo') =>
  eventually(async () => {
    const record = await rails.control.payment(name, reference);
    const isDone = ['succeeded', 'failed'].includes(record.state);
    return isDone && record.callbacks.every(({ result }) => result !== null) && record;
  });

describe('the clock', () => {
  test('advances, and tokens expire by it', async () => {
    const before = (await rails.control.get('clock')) as { advancedSeconds: number };
    await rails.control.advance(3_601);
    expect(await rails.control.get('clock')).toMatchObject({ advancedSeconds: before.advancedSeconds + 3_601 });
    for (const name of railNames) {
      const rail = rails.rail(name);
      expect(await rail.query('5b1f7a52-6f0e-4a43-9c1d-2f4f9f7d8a10')).toMatchObject({ status: 401 });
      await rail.signIn();
      expect((await rail.query('5b1f7a526f0e4a439c1d2f4f9f7d8a10')).status).not.toBe(401);
    }
  });

  test.each([-1, 1.5, 'x', 1e12])('does not take %j seconds', async (seconds) => {
    await expect(rails.control.post('clock', { advanceSeconds: seconds })).rejects.toThrow('answered 400');
  });
});

describe('the scenario of a number', () => {
  test('can be another than that of its digits, until it is cleared', async () => {
    await rails.control.put('scenarios/237670000010', { scenario: '01' });
    expect(await rails.control.get('scenarios')).toMatchObject({
      scenarios: { '01': 'succeeds' },
      overrides: { '670000010': '01' },
    });
    expect(await decided(await paid('10'))).toMatchObject({ state: 'succeeded', scenario: '01' });
    await rails.control.remove('scenarios/670000010');
    expect(await decided(await paid('10'))).toMatchObject({ state: 'failed', reason: 'insufficient_funds' });
  });

  test('is one that exists', async () => {
    await expect(rails.control.put('scenarios/670000010', { scenario: '99' })).rejects.toThrow('answered 400');
    await expect(rails.control.put('scenarios/67000001', { scenario: '01' })).rejects.toThrow('answered 400');
  });
});

describe('the books', () => {
  test('show balances and statements, to the franc', async () => {
    await rails.control.put('payers/mtn_momo/237670000001', { balance: '12000' });
    const references = [await paid('01'), await paid('01'), await paid('01')];
    const states = await Promise.all(references.map(async (reference) => (await decided(reference)).state));
    expect(states.sort()).toEqual(['failed', 'succeeded', 'succeeded']);
    expect(await rails.control.get('payers/mtn_momo/237670000001')).toMatchObject({ balance: '2000' });
    const lines = (await rails.control.get('statements/mtn_momo')) as {
      reference: string;
      amount: string;
      number: string;
    }[];
    const own = lines.filter(({ reference }) => references.includes(reference));
    expect(own.map(({ amount }) => amount)).toEqual(['-5000', '-5000']);
    await rails.control.put('payers/mtn_momo/237670000001', { balance: '1000000' });
    const [first] = lines;
    expect(await rails.control.get(`statements/mtn_momo?after=${String(first?.number)}`)).toHaveLength(
      lines.length - 1,
    );
  });

  test('show what a payer sends that nobody has asked for, on the statement without a reference', async () => {
    for (const [rail, msisdn, phone] of [
      ['mtn_momo', '237670000084', '+237670000084'],
      ['orange_money', '690000084', '+237690000084'],
    ] as const) {
      await rails.control.put(`payers/${rail}/${msisdn}`, { balance: '12000' });
      const account = async () => (await rails.control.accounts()).find(({ name }) => name === rail)?.balance;
      const before = BigInt((await account()) ?? '');
      expect(await rails.control.post(`payers/${rail}/${msisdn}/payments`, { amount: '700' })).toMatchObject({
        balance: '11300',
      });
      expect(BigInt((await account()) ?? '')).toBe(before + 700n);
      const { now } = (await rails.control.get('clock')) as { readonly now: string };
      const day = new Date(Date.parse(now) + 3_600_000).toISOString().slice(0, 10);
      const text = await (await fetch(`${rails.simulator.url}/control/statements/${rail}/${day}`)).text();
      const line = text.split('\n').find((one) => one.endsWith(`,${phone}`));
      expect(line?.split(',').filter((_, index) => index !== 0 && index !== 2)).toEqual([
        ...['', '700', 'XAF', 'collection', 'succeeded', phone],
      ]);
    }
    await expect(rails.control.post('payers/mtn_momo/237670000084/payments', { amount: '0' })).rejects.toThrow('400');
  });

  test('name rails and numbers that exist only', async () => {
    await expect(rails.control.get('statements/paypal')).rejects.toThrow('answered 400');
    await expect(rails.control.get('payers/mtn_momo/1')).rejects.toThrow('answered 400');
    await expect(rails.control.get('payments/mtn_momo/none')).rejects.toThrow('answered 404');
    await expect(rails.control.get('statements/mtn_momo?limit=0')).rejects.toThrow('answered 400');
  });
});

test('the journal has every request about a payment, in order, without credentials', async () => {
  const reference = await paid('03', 'orange_money');
  await rails.rail('orange_money').query(reference);
  const entries = (await rails.control.get(`journal?reference=${reference}`)) as Record<string, string>[];
  expect(entries.map(({ method, path, answer }) => [method, path, answer])).toEqual([
    ['POST', '/omcoreapis/1.0.2/mp/pay', '200'],
    ['GET', `/omcoreapis/1.0.2/mp/paymentstatus/${reference}`, '200'],
  ]);
  expect(JSON.stringify(entries)).not.toContain('1234"');
});

describe('random faults', () => {
  const withFaults = async (rates: Partial<typeof NO_FAULTS>, work: () => Promise<void>): Promise<void> => {
    expect(await rails.control.put('faults', rates)).toEqual({ ...NO_FAULTS, ...rates });
    await work().finally(() => rails.control.put('faults', NO_FAULTS));
  };

  test('lose callbacks', () =>
    withFaults({ lost_callback: 1 }, async () => {
      expect((await decided(await paid('01'))).callbacks).toEqual([]);
    }));

  test('send callbacks twice, and forge others', () =>
    withFaults({ duplicate_callback: 1, forged_callback: 1 }, async () => {
      const { callbacks } = await decided(await paid('01'));
      expect(callbacks.map(({ genuine, body }) => [genuine, /"status":"(\w+)"/.exec(body)?.[1]])).toEqual([
        [false, 'FAILED'],
        [true, 'SUCCESSFUL'],
        [true, 'SUCCESSFUL'],
      ]);
    }));

  test('lose answers of requests that were processed', () =>
    withFaults({ lost_answer: 1 }, async () => {
      const reference = await rails.rail('mtn_momo').reference();
      await expect(rails.rail('mtn_momo').pay('01', reference)).rejects.toMatchObject({ message: 'fetch failed' });
      expect(await decided(reference)).toMatchObject({ state: 'succeeded' });
    }));

  test('leave requests without an answer, tokens not', () =>
    withFaults({ no_answer: 1 }, async () => {
      const rail = rails.rail('mtn_momo');
      await rail.signIn();
      const reference = await rail.reference();
      const silent = await Promise.race([
        rail.pay('01', reference).catch(() => 'given up'),
        new Promise((resolve) => setTimeout(resolve, 1_000, 'silent')),
      ]);
      expect(silent).toBe('silent');
      const [entry] = (await rails.control.get(`journal?reference=${reference}`)) as Record<string, string>[];
      expect(entry).toMatchObject({ answer: 'silence' });
    }));

  test.each([-0.1, 1.1, '1'])('do not strike at a rate of %j', async (rate) => {
    await expect(rails.control.put('faults', { lost_answer: rate })).rejects.toThrow('answered 400');
  });
});

test.each([
  ['cross-site', 403],
  ['same-site', 403],
  ['same-origin', 200],
  ['none', 200],
])('a browser may change the rails from pages of this server: %s, %i', async (site, status) => {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': site };
  const body = JSON.stringify({ advanceSeconds: 0 });
  const answer = await fetch(`${rails.simulator.url}/control/clock`, { method: 'POST', headers, body });
  expect(answer.status).toBe(status);
});
