import { afterAll, beforeEach, expect, jest, test } from '@jest/globals';

// the module restores the tab's choice when it is loaded
const stored = new Map<string, string>();
const sessionStorage = {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, text: string) => void stored.set(name, text),
  removeItem: (name: string) => void stored.delete(name),
};
Object.assign(globalThis, { sessionStorage });
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'sessionStorage');
  jest.restoreAllMocks();
});
const { Asking } = await import('./asking.js');

const ACCOUNT = 'mer_1.live';

const wish = { amount: '500', currency: 'XAF', phoneNumber: '+237677770001' } as const;
const charge = { intentionId: 'pi_1', amount: '500', currency: 'XAF', ask: {} };
const keys: (string | null)[] = [];
const tills: unknown[] = [];
let asking: InstanceType<typeof Asking>;
beforeEach(() => {
  keys.length = tills.length = 0;
  stored.clear();
  asking = new Asking(ACCOUNT);
});

/** Asks once; the server gives this answer, or none. */
async function ask(status: number, body: object = {}, wished: object = wish): Promise<unknown> {
  jest.spyOn(globalThis, 'fetch').mockImplementationOnce((_url, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    tills.push((JSON.parse(init?.body as string) as { tillId?: string }).tillId);
    if (status === 0) return Promise.reject(new TypeError('no connection'));
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  return asking.ask(wished as typeof wish);
}
const problem = (code: string, retryable: boolean) => ({ code, retryable });

test.each([
  ['while the first is in progress', 409, problem('idempotency_key_in_use', true)],
  ['beyond a limit of requests', 429, problem('rate_limited', true)],
  ['after the session has ended', 401, problem('token_invalid', false)],
  ['refused by what stands before the gateway', 403, {}],
])(
  '[4.26] an ask without an answer is repeated under its key, also when a repeat comes %s',
  async (_, status, body) => {
    await ask(0);
    await ask(status, body);
    expect(await ask(202, charge)).toMatchObject({ intentId: 'pi_1' });
    expect(new Set(keys).size).toBe(1);
  },
);

test('an ask has a key of its own after one that was answered, or refused for ever, and for another wish', async () => {
  await ask(202, charge);
  await ask(401, problem('token_expired', false));
  await ask(0);
  await ask(0, {}, { ...wish, amount: '501' });
  expect(new Set(keys).size).toBe(4);
});

test('[4.26] an ask whose answer a reload has lost is known after it, and is repeated under its key', async () => {
  await ask(0);
  asking = new Asking(ACCOUNT);
  expect(asking.unanswered).toEqual(wish);
  await ask(202, charge);
  expect([new Set(keys).size, new Asking(ACCOUNT).unanswered]).toEqual([1, null]);
});

test('[4.26] an ask without an answer is repeated at the till where it began, whichever is chosen since', async () => {
  await ask(0, {}, { ...wish, tillId: 'till_1' });
  await ask(202, charge, { ...wish, tillId: 'till_2' });
  expect([new Set(keys).size, new Set(tills)]).toEqual([1, new Set(['till_1'])]);
});

test.each(['mer_2.live', 'mer_1.test'])('[4.26] an ask without an answer is none of %s', async (account) => {
  await ask(0);
  const other = new Asking(account);
  expect(other.unanswered).toBeNull();
  asking = other;
  await ask(0);
  expect(new Set(keys).size).toBe(2);
});

test('an ask that is over leaves no number in this tab', async () => {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(1_000);
  await ask(0);
  expect(JSON.stringify([...stored])).toContain(wish.phoneNumber);
  clock.mockReturnValue(901_001);
  expect([asking.unanswered, stored.size]).toEqual([null, 0]);
  clock.mockRestore();
});

test('a payment by its page has a key of its own, and the page that a code opens', async () => {
  await ask(0);
  const { amount, currency } = wish;
  const intent = { id: 'pi_2', amount, currency, checkoutUrl: 'https://pay.example/p/pi_2' };
  expect(await ask(201, intent, { amount, currency })).toMatchObject({
    intentId: 'pi_2',
    ask: null,
    url: intent.checkoutUrl,
  });
  expect(new Set(keys).size).toBe(2);
});

test.each(['{', '7', '{"key":7}'])('a tab that keeps %s has no ask without an answer', (text) => {
  stored.set(`paygate.till.attempt.${ACCOUNT}`, text);
  expect(asking.unanswered).toBeNull();
});

test('[4.26] the wish of the next customer is no repeat of one that a quarter of an hour ago had no answer', async () => {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(1_000);
  await ask(0);
  clock.mockReturnValue(901_000);
  await ask(0);
  clock.mockReturnValue(901_001);
  await ask(0);
  clock.mockRestore();
  expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false]);
});
