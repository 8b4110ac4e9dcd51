import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@paygate/platform';
import { Retention } from '../../../scheduled-jobs.js';
import { accepted, World } from '../../world.js';

let world: World;
beforeAll(async () => {
  world = await World.start({
    OTP_SENDS_PER_ADDRESS: '10',
    OTP_CHECKS_PER_ADDRESS: '12',
    OTP_SENDS_PER_KEY: '30',
    OTP_CHECKS_PER_KEY: '40',
    OTP_SOURCE_WINDOW_SECONDS: '86400',
  });
});
afterAll(() => world.stop());

const tooMany = { ok: false, code: 'rate_limited', fields: { retryAfter: expect.any(Number) } };
const browser = (address: string) => ({ apiKeyId: newId('apiKey'), signedIn: false, address });
const codesOf = (replies: readonly { ok: boolean; code?: string }[]) =>
  replies.map(({ ok, code }) => (ok ? 'ok' : code));

describe('[4.7] one address', () => {
  test('gets a limited number of codes, for all users together, known or not, and under all keys', async () => {
    const users = Array.from({ length: 30 }, (_, n) => (n % 2 ? newId('user') : world.user().userId));
    const replies = await Promise.all(
      users.map((userId) => world.init({ userId, caller: world.caller(browser('192.0.2.1')) })),
    );
    expect(codesOf(replies).filter((code) => code === 'ok')).toHaveLength(10);
    expect(replies.filter(({ ok }) => !ok)).toEqual(Array.from({ length: 20 }, () => tooMany));
    const sent = await world.rows('SELECT FROM otp_challenge WHERE subject = ANY ($1)', [users]);
    expect(sent).toHaveLength(10);
    for (const userId of [newId('user'), world.user().userId])
      expect(await world.init({ userId, caller: world.caller(browser('192.0.2.1')) })).toEqual(tooMany);
    accepted(await world.init({ userId: world.user().userId, caller: world.caller(browser('192.0.2.2')) }));
  });

  test('has a limited number of checks, and further ones are not counted for a user', async () => {
    const { userId } = world.user();
    const { otpId } = accepted(await world.init({ userId }));
    const caller = world.caller(browser('192.0.2.3'));
    const guesses = Array.from({ length: 12 }, () => ({ userId: newId('user'), otp: '123456', caller }));
    for (const guess of guesses) expect(await world.verify(guess)).toEqual({ ok: false, code: 'otp_invalid' });
    for (const guess of [
      { userId, otpId, otp: '123456' },
      { userId: newId('user'), otp: '123456' },
    ])
      expect(await world.verify({ ...guess, caller })).toEqual(tooMany);
    expect(await world.rows('SELECT checks FROM otp_challenge WHERE id = $1', [otpId])).toEqual([{ checks: 0 }]);
  });

  test('spends no more of its key than the address may, however many requests it makes', async () => {
    const apiKeyId = newId('apiKey');
    const from = (address: string) => ({ userId: newId('user'), caller: world.caller({ apiKeyId, address }) });
    const guess = (address: string) => ({ ...from(address), otp: '123456' });
    const sends = await Promise.all(Array.from({ length: 50 }, () => world.init(from('192.0.2.4'))));
    const checks = await Promise.all(Array.from({ length: 60 }, () => world.verify(guess('192.0.2.4'))));
    expect(codesOf(sends).filter((code) => code === 'ok')).toHaveLength(10);
    expect(codesOf(checks).filter((code) => code === 'otp_invalid')).toHaveLength(12);
    accepted(await world.init(from('192.0.2.5')));
    expect(await world.verify(guess('192.0.2.5'))).toEqual({ ok: false, code: 'otp_invalid' });
    const used = await world.rows('SELECT action, used FROM otp_source_use WHERE source = $1 ORDER BY action', [
      apiKeyId,
    ]);
    expect(used).toEqual([
      { action: 'init', used: 11 },
      { action: 'verify', used: 13 },
    ]);
  });

  test('is a whole network of IPv6', async () => {
    const from = (host: string) => world.caller(browser(`2001:db8:1:2:${host}`));
    const replies = await Promise.all(
      Array.from({ length: 14 }, (_, n) => world.init({ userId: newId('user'), caller: from(`${n + 1}::1`) })),
    );
    expect(codesOf(replies).filter((code) => code === 'ok')).toHaveLength(10);
    accepted(await world.init({ userId: newId('user'), caller: world.caller(browser('2001:db8:1:3::1')) }));
  });

  test('is in the clear in no row', async () => {
    const rows = await world.rows<{ source: string }>('SELECT source FROM otp_source_use');
    const kinds = new Set(
      rows.map(({ source }) => (source.startsWith('key_') ? 'key' : source.replace(/[\w-]{43}/, 'hmac'))),
    );
    expect(kinds).toEqual(new Set(['key', 'hmac']));
  });
});

describe('[4.7] one API key', () => {
  test('gets a limited number of codes, from all addresses together', async () => {
    const apiKeyId = newId('apiKey');
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        world.init({ userId: newId('user'), caller: world.caller({ apiKeyId, address: `198.51.100.${n}` }) }),
      ),
    );
    expect(codesOf(replies).filter((code) => code === 'ok')).toHaveLength(30);
    expect(new Set(codesOf(replies))).toEqual(new Set(['ok', 'rate_limited']));
  });

  test('of a merchant’s server is counted, its address is not', async () => {
    const caller = world.caller({ apiKeyId: newId('apiKey') });
    const replies = await Promise.all(Array.from({ length: 15 }, () => world.init({ userId: newId('user'), caller })));
    expect(new Set(codesOf(replies))).toEqual(new Set(['ok']));
  });
});

test('windows that have ended are deleted', async () => {
  await world.rows(
    `UPDATE otp_source_use SET window_start = window_start - interval '2 days' WHERE source LIKE 'key\\_%'`,
  );
  await world.otp.get(Retention).deleteOld();
  expect(await world.rows(`SELECT FROM otp_source_use WHERE source LIKE 'key\\_%'`)).toEqual([]);
  expect((await world.rows('SELECT FROM otp_source_use')).length).toBeGreaterThan(0);
});
