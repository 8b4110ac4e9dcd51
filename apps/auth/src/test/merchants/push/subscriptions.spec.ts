import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { endDashboardSession, startPush } from '@paygate/contracts';
import { sha256Base64url } from '@paygate/platform';
import { DashboardSessionsRepository } from '../../../merchants/members/sessions/dashboard-sessions.repository.js';
import { okay, password } from '../../fixtures/members-under-test.js';
import type { Subscribed } from '../../fixtures/push-under-test.js';
import { freshBrowser, PushUnderTest } from '../../fixtures/push-under-test.js';

/* The browsers in which a person gets notices. */

let push: PushUnderTest;
beforeAll(async () => {
  push = await PushUnderTest.start();
});
afterAll(() => push.stop());
beforeEach(() => {
  push.webhooks.isUsable = true;
});

const rows = () => push.world.auth.sql<{ sealed_keys: string }>('SELECT sealed_keys FROM push_subscription');
const known = async (sessionId: string) =>
  okay(await push.read(sessionId)).subscriptions.map(({ endpointSha256 }) => endpointSha256);
const idOf = ({ endpoint }: Subscribed) => sha256Base64url(endpoint);
async function person() {
  const owner = await push.world.newOwner();
  return { ...owner, sessionId: await push.session(owner.email) };
}

describe('[12.31] a browser', () => {
  test('is subscribed once, renewed by a later session, and stopped; both are in the audit trail of the account', async () => {
    const { sessionId, email, merchantId, memberId } = await person();
    const browser = freshBrowser();
    okay(await push.subscribe(sessionId, browser));
    okay(await push.subscribe(sessionId, browser));
    const state = okay(await push.read(sessionId));
    expect(state.publicKey).toMatch(/^B[\w-]{86}$/);
    expect(state.subscriptions).toMatchObject([{ endpointSha256: idOf(browser), current: true }]);
    const later = await push.session(email);
    expect(okay(await push.read(later)).subscriptions).toMatchObject([{ current: false }]);
    expect(okay(await push.subscribe(later, browser)).subscriptions).toMatchObject([{ current: true }]);
    expect(okay(await push.unsubscribe(later, browser)).subscriptions).toEqual([]);
    expect(okay(await push.unsubscribe(later, browser)).subscriptions).toEqual([]);
    const acts = (await push.world.trailOf(merchantId)).filter(({ action }) => action.startsWith('member.push'));
    const by = { subject: memberId, actor: memberId };
    expect(acts).toEqual([
      { action: 'member.push_started', ...by },
      { action: 'member.push_stopped', ...by },
    ]);
  });

  test('is stored sealed, under the digest of its address', async () => {
    const { sessionId } = await person();
    const { keys, endpoint } = freshBrowser();
    okay(await push.subscribe(sessionId, { keys, endpoint }));
    const stored = JSON.stringify(await push.world.auth.sql('SELECT * FROM push_subscription'));
    for (const secret of [endpoint, keys.auth, keys.p256dh]) expect(stored).not.toContain(secret);
    expect(stored).toContain(sha256Base64url(endpoint));
  });

  test('whose address webhooks refuses is not stored', async () => {
    const { sessionId } = await person();
    push.webhooks.isUsable = false;
    const browser = freshBrowser();
    const refused = { ok: false, code: 'parameter_invalid', param: 'endpoint' };
    expect(await push.subscribe(sessionId, browser)).toMatchObject(refused);
    expect(push.webhooks.checked).toContain(browser.endpoint);
    expect(await known(sessionId)).toEqual([]);
  });

  test('whose key is no point of the curve is not stored', async () => {
    const { sessionId } = await person();
    const { endpoint, keys } = freshBrowser();
    const { auth } = push.world;
    const refused = await push.world.ask(startPush, {
      ...{ sessionId, language: 'fr', p256dh: Buffer.alloc(65, 4).toString('base64url') },
      endpoint: auth.seal(endpoint, 'push.endpoint'),
      auth: auth.seal(keys.auth, 'push.auth'),
    });
    expect(refused).toMatchObject({ code: 'parameter_invalid', param: 'p256dh' });
    expect(await known(sessionId)).toEqual([]);
  });

  test('is one of five: a sixth replaces the oldest', async () => {
    const { sessionId } = await person();
    const browsers = Array.from({ length: 6 }, freshBrowser);
    for (const browser of browsers) okay(await push.subscribe(sessionId, browser));
    expect(await known(sessionId)).toEqual(browsers.slice(1).map(idOf).reverse());
  });

  test('belongs to the person who subscribed it last, and nobody else stops it', async () => {
    const [first, second] = [await person(), await person()];
    const browser = freshBrowser();
    okay(await push.subscribe(first.sessionId, browser));
    okay(await push.unsubscribe(second.sessionId, browser));
    expect(await known(first.sessionId)).toEqual([idOf(browser)]);
    okay(await push.subscribe(second.sessionId, browser));
    expect([await known(first.sessionId), await known(second.sessionId)]).toEqual([[], [idOf(browser)]]);
  });
});

describe('[12.31] the notices of a browser end', () => {
  /** A person with a browser of a first session and one of a second. */
  async function two() {
    const { email, sessionId: first, ...rest } = await person();
    const second = await push.session(email);
    const [one, other] = [freshBrowser(), freshBrowser()];
    okay(await push.subscribe(first, one));
    okay(await push.subscribe(second, other));
    return { ...rest, email, first, second, one, other };
  }

  test('with the sign-out of its session', async () => {
    const { first, second, other } = await two();
    okay(await push.world.ask(endDashboardSession, { sessionId: first }));
    expect(await known(second)).toEqual([idOf(other)]);
  });

  test('when the person ends its session from another one', async () => {
    const { first, second, other } = await two();
    okay(await push.world.ask(endDashboardSession, { sessionId: first, actorSessionId: second }));
    expect(await known(second)).toEqual([idOf(other)]);
  });

  test('with a new password, except in the browser that chooses it', async () => {
    const { first, second, other } = await two();
    await push.world.auth.sql('UPDATE push_subscription SET session_id = NULL WHERE session_id = $1', first);
    const next = 'another horse battery staple';
    okay(await push.world.changePassword(second, password, next));
    expect(await known(second)).toEqual([idOf(other)]);
  });

  test('with a password that was reset, in every browser', async () => {
    const { email, first } = await two();
    await push.world.auth.sql('UPDATE push_subscription SET session_id = NULL WHERE session_id = $1', first);
    okay(await push.world.forget(email));
    okay(await push.world.reset(push.world.otp.tokenTo(email), 'another horse battery staple'));
    const renewed = await push.world.sessionOf(await push.world.tokenOf(email, 'another horse battery staple'));
    expect(await known(renewed)).toEqual([]);
  });

  test('with the person, but not when a session expires by itself', async () => {
    const owner = await push.world.newOwner();
    const admin = await push.world.newMember(owner, 'admin');
    const sessionId = await push.session(admin.email);
    const browser = freshBrowser();
    okay(await push.subscribe(sessionId, browser));
    await push.world.auth.sql(
      `UPDATE dashboard_session SET created_at = created_at - interval '1 day', seen_at = seen_at - interval '1 day',
        expires_at = expires_at - interval '1 day' WHERE id = $1`,
      sessionId,
    );
    await push.world.auth.app.get(DashboardSessionsRepository).deleteExpired();
    expect(await known(await push.session(admin.email))).toEqual([idOf(browser)]);
    const before = (await rows()).length;
    okay(await push.world.remove(owner, admin.memberId));
    expect(await rows()).toHaveLength(before - 1);
  });
});

test('a session that has ended is refused', async () => {
  const { sessionId } = await person();
  okay(await push.world.ask(endDashboardSession, { sessionId }));
  const refused = { ok: false, code: 'token_invalid' };
  expect(await push.read(sessionId)).toMatchObject(refused);
  expect(await push.subscribe(sessionId, freshBrowser())).toMatchObject(refused);
  expect(await push.unsubscribe(sessionId, freshBrowser())).toMatchObject(refused);
});

test('an installation without a key for push services offers none', async () => {
  const without = await PushUnderTest.start({ VAPID_PRIVATE_KEY: '', VAPID_SUBJECT: '' });
  try {
    const sessionId = await without.session((await without.world.newOwner()).email);
    expect(okay(await without.read(sessionId))).toEqual({ publicKey: null, subscriptions: [] });
    expect(await without.subscribe(sessionId, freshBrowser())).toMatchObject({ code: 'channel_unsupported' });
    expect(without.webhooks.checked).toEqual([]);
  } finally {
    await without.stop();
  }
});
