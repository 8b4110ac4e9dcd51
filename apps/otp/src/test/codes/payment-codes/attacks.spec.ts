import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { OtpCaller } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { InitWish } from '../../world.js';
import { accepted, World } from '../../world.js';

/*
 * Untrusted clients attack a user here in every way that a publishable key, ids that are no secrets and payments of their own
 * allow, and the user pays all the same. docs/adr/0015 lists who can harm whom.
 */

let world: World;
beforeAll(async () => {
  world = await World.start({ LOG_LEVEL: 'warn' }, 'live');
});
afterAll(() => world.stop());

type Shown = Partial<Pick<OtpCaller, 'credential' | 'signedIn'>> & { readonly address?: string };
/** The parameters and credentials of a caller. */
type Request = (shown?: Shown) => InitWish;

interface Victim {
  readonly userId: string;
  readonly phoneNumber: string;
  /** Payments at the merchant of this suite: one that was made for this user, and one that any user may confirm. */
  readonly own: string;
  readonly anybodys: string;
}

let addresses = 0;
const newAddress = (): string => `198.51.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`;
const session = { credential: 'session' } as const;

function victim(): Victim {
  const { userId, phoneNumber } = world.user();
  return { userId, phoneNumber, own: world.intent({ userId }), anybodys: world.intent() };
}

/** The requested scope, and the credentials shown with it. */
function requesting(wish: InitWish, usual: Shown): Request {
  return (shown) => ({ ...wish, caller: world.caller({ ...usual, ...shown }) });
}

/** The data of a user that an attacker may have. */
const attackers: Readonly<Record<string, (of: Victim) => readonly Request[]>> = {
  'a publishable key': ({ userId }) => [requesting({ userId }, {})],
  'publishable keys of many merchants': ({ userId }) =>
    Array.from({ length: 3 }, () => requesting({ userId, merchantId: newId('merchant') }, {})),
  'the id of a payment that was made for the user': ({ userId, own }) => [requesting({ userId, intentionId: own }, {})],
  'the id of the payment that the user is about to make': ({ userId, anybodys }) => [
    requesting({ userId, intentionId: anybodys }, {}),
  ],
  'many payments of its own that any user may confirm': ({ userId }) =>
    Array.from({ length: 4 }, (_, n) => {
      const merchantId = n % 2 ? world.merchantId : newId('merchant');
      return requesting({ userId, merchantId, intentionId: world.intent({}, merchantId) }, session);
    }),
  'payments that were made for itself': ({ userId }) =>
    Array.from({ length: 2 }, () =>
      requesting({ userId, intentionId: world.intent({ userId: world.user().userId }) }, session),
    ),
  'a payment of the user at another merchant': ({ userId }) => {
    const merchantId = newId('merchant');
    return [requesting({ userId, merchantId, intentionId: world.intent({ userId }, merchantId) }, session)];
  },
};

/** The attempts that cost an attacker nothing. */
const FREE_WAYS = ['publishable keys of many merchants', 'many payments of its own that any user may confirm'] as const;
const waysWith = (name: (typeof FREE_WAYS)[number], of: Victim): readonly Request[] => attackers[name]?.(of) ?? [];

/** Requests codes as fast as it may and tries every one of them, until nothing is sent any more. */
async function attack(ways: readonly Request[], shown: () => Shown): Promise<void> {
  for (const way of ways) {
    for (let codes = 0; codes < 6; codes += 1) {
      const { userId, ...wish } = way(shown());
      await endWaits(userId);
      const sent = await world.init({ userId, ...wish });
      if (!sent.ok) break;
      const guesses = [...Array<string>(5).fill(sent.data.otpId), undefined];
      for (const otpId of guesses)
        await world.verify({ userId, ...wish, ...(otpId !== undefined && { otpId }), otp: '0000000' });
    }
  }
}

const endWaits = (userId: string): Promise<unknown> =>
  world.rows('UPDATE otp_challenge SET resend_at = clock_timestamp() WHERE subject = $1', [userId]);

/** The ways in which a user, or the merchant that sells to that user, requests a code. */
const payers: Readonly<Record<string, (of: Victim) => Request>> = {
  'with the session of a payment that the merchant made for the user': ({ userId, own }) =>
    requesting({ userId, intentionId: own }, { ...session, address: newAddress() }),
  'with the session of a payment that any user may confirm': ({ userId, anybodys }) =>
    requesting({ userId, intentionId: anybodys }, { ...session, address: newAddress() }),
  'with a payment’s id': ({ userId, anybodys }) =>
    requesting({ userId, intentionId: anybodys }, { address: newAddress() }),
  'with nothing but user and channel': ({ userId }) => requesting({ userId }, { address: newAddress() }),
  'signed in': ({ userId }) => requesting({ userId }, { signedIn: true, address: newAddress() }),
  'through the merchant’s server': ({ userId, anybodys }) =>
    requesting({ userId, intentionId: anybodys }, { credential: 'secret' }),
};

/** In each of these ways requests a code, mistypes it once, and gets a token for it, naming no challenge. */
async function paysInEachWay(user: Victim): Promise<void> {
  for (const [way, requestOf] of Object.entries(payers)) {
    const request = requestOf(user)();
    const before = world.provider.to(user.phoneNumber).length;
    await endWaits(user.userId);
    expect([way, (await world.init(request)).ok]).toEqual([way, true]);
    const otp = await world.code(user.phoneNumber, before + 1);
    const wrong = await world.verify({ ...request, otp: world.otherThan(otp) });
    expect([way, wrong]).toEqual([way, { ok: false, code: 'otp_invalid' }]);
    expect([way, (await world.verify({ ...request, otp })).ok]).toEqual([way, true]);
  }
}

describe('no user is kept from paying', () => {
  test.each(Object.entries(attackers))('by one address with %s', async (_, waysOf) => {
    const user = victim();
    const address = newAddress();
    await attack(waysOf(user), () => ({ address }));
    await paysInEachWay(user);
  });

  test('by three addresses with keys and payments', async () => {
    const user = victim();
    for (const address of [newAddress(), newAddress(), newAddress()])
      for (const way of FREE_WAYS) await attack(waysWith(way, user), () => ({ address }));
    await paysInEachWay(user);
  });
});

test('with any number of addresses, payments and merchants nobody gets more than forty codes compared in a day', async () => {
  const user = victim();
  for (let window = 0; window < 2; window += 1) {
    for (const way of FREE_WAYS) await attack(waysWith(way, user), () => ({ address: newAddress() }));
    await world.rows(`DELETE FROM otp_use WHERE kind = 'send' AND subject = $1`, [user.userId]);
  }
  const [row] = await world.rows<{ compared: number }>(
    'SELECT sum(checks)::integer AS compared FROM otp_challenge WHERE subject = $1',
    [user.userId],
  );
  expect(row?.compared).toBe(40);
  expect(await world.init(requesting({ userId: user.userId }, { address: newAddress() })())).toMatchObject({
    code: 'otp_budget_spent',
    fields: { nextStep: 'reauthentication_required' },
  });
});

describe('a code that a holder of the payment has requested', () => {
  /** An attacker who knows the id of the payment, and has addresses enough. */
  const attacker = () => ({ caller: world.caller({ address: newAddress() }) });
  const sentCode = async () => {
    const user = victim();
    const held = { userId: user.userId, intentionId: user.own };
    const { otpId } = accepted(await world.init({ ...held, caller: world.caller(session) }));
    return { ...user, held, otpId, otp: await world.code(user.phoneNumber) };
  };

  test('is neither replaced nor delayed by a code that an attacker requests', async () => {
    const { held, otpId, otp } = await sentCode();
    const other = accepted(await world.init({ ...held, ...attacker() }));
    expect(other.otpId).not.toBe(otpId);
    await world.endCooldown(otpId);
    expect(accepted(await world.init({ ...held, caller: world.caller(session), otpId })).otpId).toBe(otpId);
    await world.endCooldown(otpId);
    await world.endCooldown(other.otpId);
    expect(accepted(await world.init({ ...held, ...attacker() })).otpId).not.toBe(otpId);
    expect(otp).toHaveLength(6);
  });

  test.each([
    ['its session', () => ({ caller: world.caller(session) })],
    ['its challenge', (otpId: string) => ({ otpId, caller: world.caller() })],
  ])(
    'keeps two checks for a caller that names %s, and costs its budget nothing, when attackers guess',
    async (_, shown) => {
      const { held, otpId, otp, userId } = await sentCode();
      const guesses = Array.from({ length: 30 }, () => ({ ...held, otp: world.otherThan(otp), ...attacker() }));
      for (const guess of guesses) expect(await world.verify(guess)).toEqual({ ok: false, code: 'otp_invalid' });
      expect(await world.rows('SELECT checks FROM otp_challenge WHERE id = $1', [otpId])).toEqual([{ checks: 3 }]);
      expect(await world.uses(userId)).toEqual([
        { scope: `merchant:${world.merchantId}`, sends: 1, wrong: 0 },
        { scope: 'untrusted', sends: 0, wrong: 3 },
      ]);
      const mine = { ...held, ...shown(otpId) };
      await world.verify({ ...mine, otp: world.otherThan(otp) });
      expect(accepted(await world.verify({ ...mine, otp })).intentionId).toBe(held.intentionId);
    },
  );

  test('is accepted from a caller that has read it and shows only the payment’s id', async () => {
    const { held, otp } = await sentCode();
    expect(accepted(await world.verify({ ...held, otp, ...attacker() })).intentionId).toBe(held.intentionId);
  });

  test('is sent again to a caller that names only its challenge, on the budget of the first one', async () => {
    const { held, otpId, userId } = await sentCode();
    await world.endCooldown(otpId);
    const again = accepted(await world.init({ userId, otpId, ...attacker() }));
    expect([again.otpId, again.sendsRemaining]).toEqual([otpId, 3]);
    expect(await world.uses(held.userId)).toEqual([{ scope: `merchant:${world.merchantId}`, sends: 2, wrong: 0 }]);
  });
});

describe('a code that an untrusted client has requested', () => {
  test('becomes the holder’s with the session, and is charged to the merchant’s budget then', async () => {
    const user = victim();
    const wish = { userId: user.userId, intentionId: user.own };
    const { otpId } = accepted(await world.init({ ...wish, caller: world.caller() }));
    await world.endCooldown(otpId);
    const again = accepted(await world.init({ ...wish, otpId, caller: world.caller(session) }));
    expect([again.otpId, again.sendsRemaining]).toEqual([otpId, 4]);
    expect(await world.rows('SELECT budget_scope, trusted FROM otp_challenge WHERE id = $1', [otpId])).toEqual([
      { budget_scope: `merchant:${world.merchantId}`, trusted: true },
    ]);
  });

  test('for a payment whose id it knows reveals nothing of whose that is', async () => {
    const { userId } = world.user();
    const shown = async (intentionId: string) => {
      const sent = accepted(await world.init({ userId, intentionId, caller: world.caller() }));
      const { destination, sendsRemaining } = sent;
      const wrong = await world.verify({ userId, intentionId, otp: '0000000', caller: world.caller() });
      await world.rows('DELETE FROM otp_use WHERE subject = $1', [userId]);
      return { destination, sendsRemaining, wrong };
    };
    const foreign = await shown(world.intent({ userId: world.user().userId }));
    expect(await shown(world.intent({ userId }))).toEqual(foreign);
    expect(await shown(world.intent())).toEqual(foreign);
  });
});
