import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { InitOtpCommand, OtpInitiated, OtpVerified, Reply, VerifyOtpCommand } from '@paygate/contracts';
import { initOtp, userTokenContactContext } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { newId, sha256Base64url, uuidV7 } from '@paygate/platform';
import pg from 'pg';
import { PaymentCodesCommands } from '../../../codes/payment-codes/payment-codes.commands.js';
import type { Guess, InitWish } from '../../world.js';
import { accepted, World } from '../../world.js';

let world: World;
let commands: PaymentCodesCommands;
let admin: pg.Client;
const sent: string[] = [];
/** Statements of all kinds. */
let all = 0;
/** The statement before which the server ends the session that executes it. */
let cutBefore: string | undefined;
const query = Reflect.get(pg.Client.prototype, 'query') as (this: unknown, ...args: unknown[]) => Promise<unknown>;
const spy = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(observed);

beforeAll(async () => {
  world = await World.start({ OTP_SENDS_PER_KEY: '0', OTP_CHECKS_PER_KEY: '0' });
  commands = world.otp.get(PaymentCodesCommands);
  admin = new pg.Client({ connectionString: world.database.url });
  await admin.connect();
});
afterEach(() => {
  cutBefore = undefined;
});
afterAll(async () => {
  await admin.end();
  spy.mockRestore();
  await world.stop();
});

type Customer = ReturnType<World['user']>;

describe('codes that are requested together', () => {
  test('are decided in one transaction with one statement each for locks, reading and writing', async () => {
    const customers = [1, 2, 3, 4, 5].map(() => payer());
    const replies = await statementsOf(() => initTogether(customers.map(wishOf)));
    expect(sent).toEqual(['BEGIN', 'otp-read-subject', 'otp-record-code', 'COMMIT']);
    const ids = replies.map((reply) => accepted(reply).otpId);
    expect(new Set(ids).size).toBe(5);
    const codes = await Promise.all(customers.map(({ phoneNumber }) => world.code(phoneNumber)));
    const guesses = customers.map(({ userId }, index) => guess(userId, ids[index], codes[index]));
    const tokens = await statementsOf(() => verifyTogether(guesses));
    expect(sent).toEqual(['BEGIN', 'otp-read-subject', 'otp-count-right', 'COMMIT']);
    expect(tokens.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
  });

  test('get their own answers: a code, a wait, a budget that is spent, a first answer again', async () => {
    const [fresh, waits, spent, repeats] = [payer(), payer(), payer(), payer()];
    const idempotency = keyed('init');
    await initTogether([wishOf(waits), { ...wishOf(repeats), idempotency }]);
    await spendBudget(spent);
    const replies = await initTogether([
      wishOf(fresh),
      wishOf(waits),
      wishOf(spent),
      { ...wishOf(repeats), idempotency },
    ]);
    expect(replies).toMatchObject([
      { ok: true },
      { ok: false, code: 'otp_cooldown' },
      { ok: false, code: 'otp_budget_spent' },
      { ok: true, replayed: true },
    ]);
    expect(await sendsOf([fresh, waits, spent, repeats])).toEqual([1, 1, 5, 1]);
  });

  test('of one user are decided one after the other: the second finds the first', async () => {
    const [twice, once] = [payer(), payer()];
    const wish = { ...wishOf(twice), intentionId: world.intent(), terms: terms() };
    const [first, second, other] = await initTogether([wish, wish, wishOf(once)]);
    expect([first, second, other]).toMatchObject([{ ok: true }, { ok: false, code: 'otp_cooldown' }, { ok: true }]);
    expect(await sendsOf([twice, once])).toEqual([1, 1]);
  });

  test('with one idempotency key for two users: the key is used once, and the others lose nothing', async () => {
    const [one, two, three] = [payer(), payer(), payer()];
    const [first, second, other] = await initTogether([
      { ...wishOf(one), idempotency: keyed('for one', 'shared') },
      { ...wishOf(two), idempotency: keyed('for two', 'shared') },
      wishOf(three),
    ]);
    expect([first, other]).toMatchObject([{ ok: true }, { ok: true }]);
    expect(second).toMatchObject({ ok: false, code: expect.stringMatching(/^idempotency_key_(reused|in_use)$/) });
    expect(await sendsOf([one, two, three])).toEqual([1, 0, 1]);
  });

  test('do not wait for a user whose lock is taken: that one is decided alone afterwards', async () => {
    const [slow, ...others] = [payer(), payer(), payer()];
    const release = await hold('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`test:${slow.userId}`]);
    const [waiting, ...answers] = startTogether([slow, ...others].map(wishOf));
    expect((await Promise.all(answers)).map(({ ok }) => ok)).toEqual([true, true]);
    expect(await sendsOf([slow])).toEqual([0]);
    await release();
    expect(await waiting).toMatchObject({ ok: true });
    expect(await sendsOf([slow, ...others])).toEqual([1, 1, 1]);
  });

  test.each(['otp-record-code', 'COMMIT'])(
    'whose transaction is killed before %s leave nothing, and succeed again',
    async (statement) => {
      const customers = [payer(), payer(), payer()];
      const wishes = customers.map((customer) => ({ ...wishOf(customer), idempotency: keyed(customer.userId) }));
      cutBefore = statement;
      const failed = await initTogether(wishes);
      expect(failed.map(({ ok }) => ok as boolean | undefined)).toEqual([undefined, undefined, undefined]);
      expect(await sendsOf(customers)).toEqual([0, 0, 0]);
      expect((await initTogether(wishes)).map(({ ok }) => ok)).toEqual([true, true, true]);
      expect(await sendsOf(customers)).toEqual([1, 1, 1]);
    },
  );
});

test('a payment among those of 32 payers takes otp at most five statements, from the request of its code to the check', async () => {
  const customers = Array.from({ length: 32 }, payer);
  sent.length = 0;
  all = 0;
  const ids = await Promise.all(customers.map(async (customer) => accepted(await world.init(wishOf(customer))).otpId));
  const codes = await Promise.all(customers.map(({ phoneNumber }) => world.code(phoneNumber)));
  const guesses = customers.map(({ userId }, index) => ({ userId, otpId: ids[index] ?? '', otp: codes[index] ?? '' }));
  const tokens = await Promise.all(guesses.map((guessed) => world.verify(guessed)));
  expect(tokens.filter(({ ok }) => ok)).toHaveLength(32);
  expect(all / 32).toBeLessThanOrEqual(5);
});

describe('codes that are checked together', () => {
  test('are counted each at its own challenge: right, wrong, and one that never was', async () => {
    const [right, wrong, never] = [payer(), payer(), payer()];
    const [mine, theirs] = await codesOf([right, wrong]);
    const guesses = [
      guess(right.userId, mine.otpId, mine.otp),
      guess(wrong.userId, theirs.otpId, world.otherThan(theirs.otp)),
      guess(never.userId, newId('otpChallenge'), '123456'),
    ];
    const replies = await statementsOf(() => verifyTogether(guesses));
    expect(replies).toMatchObject([
      { ok: true },
      { ok: false, code: 'otp_invalid' },
      { ok: false, code: 'otp_invalid' },
    ]);
    expect(sent).toEqual(['BEGIN', 'otp-read-subject', 'otp-count-right', 'otp-count-wrong', 'COMMIT']);
    expect(await checksOf([mine.otpId, theirs.otpId])).toEqual([1, 1]);
    expect(await world.uses(wrong.userId)).toMatchObject([{ wrong: 1 }]);
    expect(await world.uses(right.userId)).toEqual([]);
  });

  test('give one token however often the right code comes, and five wrong ones close the challenge', async () => {
    const [paying, guessed, other] = [payer(), payer(), payer()];
    const [mine, theirs, third] = await codesOf([paying, guessed, other]);
    const wrong = guess(guessed.userId, theirs.otpId, world.otherThan(theirs.otp));
    const again = guess(paying.userId, mine.otpId, mine.otp);
    const replies = await verifyTogether([
      ...[again, again, again],
      ...[wrong, wrong, wrong, wrong, wrong, guess(guessed.userId, theirs.otpId, theirs.otp)],
      guess(other.userId, third.otpId, third.otp),
    ]);
    expect(replies.map(({ ok }) => ok)).toEqual([true, false, false, false, false, false, false, false, false, true]);
    expect(await checksOf([mine.otpId, theirs.otpId, third.otpId])).toEqual([1, 5, 1]);
  });

  test('do not fail with one whose row another transaction holds', async () => {
    const [slow, quick] = [payer(), payer()];
    const [mine, theirs] = await codesOf([slow, quick]);
    const release = await hold('SELECT id FROM otp_challenge WHERE id = $1 FOR UPDATE', [mine.otpId]);
    const held = guess(slow.userId, mine.otpId, mine.otp);
    const [waiting, answered] = [held, guess(quick.userId, theirs.otpId, theirs.otp)].map(verify);
    expect(await answered).toMatchObject({ ok: true });
    await release();
    await waiting;
    // its own wait may have lasted longer than a lock may: then it takes no check
    const [checks] = await checksOf([mine.otpId]);
    if (checks === 0) accepted(await verify(held));
    expect(await checksOf([mine.otpId, theirs.otpId])).toEqual([1, 1]);
  });
});

/** The commands begin in one turn of the event loop, as those of one batch of Kafka do. */
function startTogether(wishes: readonly InitWish[]): Promise<Reply<OtpInitiated>>[] {
  return wishes.map((wish) => {
    const payload = world.initCommand(wish);
    return commands.initOtp(payload, received(payload));
  });
}
const initTogether = (wishes: readonly InitWish[]) => Promise.all(startTogether(wishes));

const verify = (command: VerifyOtpCommand): Promise<Reply<OtpVerified>> => commands.verifyOtp(command);
const verifyTogether = (guesses: readonly VerifyOtpCommand[]) => Promise.all(guesses.map(verify));

function guess(userId: string, otpId: string | undefined, otp: string | undefined): VerifyOtpCommand {
  if (otpId === undefined || otp === undefined) throw new Error('a guess names a challenge and a code');
  return world.verifyCommand({ userId, otpId, otp } satisfies Guess);
}

function received(payload: InitOtpCommand): Received<InitOtpCommand> {
  return {
    ...{ id: uuidV7(), type: initOtp.name, payload, key: payload.userId ?? '', producer: 'gateway' },
    ...{ occurredAt: new Date(), requestId: newId('request'), deadlineAt: Date.now() + 8_000 },
  };
}

const payer = (): Customer => world.user();

/** The token of the customer has the addresses, so that no question precedes the decision. */
function wishOf({ userId, phoneNumber, email }: Customer): InitWish {
  const contact = world.auth.seal(
    'otp',
    JSON.stringify({ phoneNumber, email }),
    userTokenContactContext('test', userId),
  );
  return { userId, contact, caller: world.caller({ signedIn: true }) };
}

const terms = () => ({ amount: '5000', currency: 'XAF', userId: null, expiresAt: '2099-01-01T00:00:00.000Z' }) as const;

function keyed(body: string, key: string = randomUUID()) {
  const bodyHash = world.gateway.seal('otp', sha256Base64url(body), 'otp.body-hash');
  return { keyHash: sha256Base64url(key), bodyHash };
}

async function codesOf<const Customers extends readonly Customer[]>(customers: Customers) {
  const replies = await initTogether(customers.map(wishOf));
  const codes = await Promise.all(customers.map(({ phoneNumber }) => world.code(phoneNumber)));
  return replies.map((reply, index) => ({ otpId: accepted(reply).otpId, otp: codes[index] ?? '' })) as {
    readonly [Index in keyof Customers]: { readonly otpId: string; readonly otp: string };
  };
}

async function spendBudget(customer: Customer): Promise<void> {
  for (let sends = 0; sends < 5; sends++) {
    const [reply] = await initTogether([wishOf(customer)]);
    if (reply !== undefined) await world.endCooldown(accepted(reply).otpId);
  }
}

function sendsOf(customers: readonly Customer[]): Promise<readonly number[]> {
  return Promise.all(
    customers.map(async ({ userId }) => (await world.uses(userId)).reduce((sum, { sends }) => sum + sends, 0)),
  );
}

function checksOf(ids: readonly string[]): Promise<readonly number[]> {
  return Promise.all(
    ids.map(
      async (id) =>
        (await world.rows<{ checks: number }>('SELECT checks FROM otp_challenge WHERE id = $1', [id]))[0]?.checks ??
        NaN,
    ),
  );
}

/** Runs a statement in a transaction that stays open until it is released. */
async function hold(text: string, values: readonly string[]): Promise<() => Promise<unknown>> {
  await admin.query('BEGIN');
  await admin.query(text, [...values]);
  return () => admin.query('COMMIT');
}

async function statementsOf<Result>(work: () => Promise<Result>): Promise<Result> {
  sent.length = 0;
  return work();
}

/** Notes the statements of decisions, and those around them. */
function observed(this: pg.Client & { readonly processID: number }, ...args: unknown[]): unknown {
  const [statement] = args as [string | { readonly name?: string; readonly text: string }];
  const { name, text } = typeof statement === 'string' ? { name: statement, text: statement } : statement;
  const noted = (name ?? text).replace(/^BEGIN;.*/s, 'BEGIN');
  all += 1;
  if (/^(otp-(read|record-code|count)|BEGIN|COMMIT|ROLLBACK)/.test(noted)) sent.push(noted);
  if (noted !== cutBefore) return query.apply(this, args);
  cutBefore = undefined;
  return query.call(admin, 'SELECT pg_terminate_backend($1)', [this.processID]).then(() => query.apply(this, args));
}
