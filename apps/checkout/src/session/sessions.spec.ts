import { describe, expect, test } from '@jest/globals';
import { Secret } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CheckoutConfig } from '../config.js';
import type { Session } from './sessions.js';
import { Sessions, withoutCode } from './sessions.js';

const [one = '', two = ''] = ['1', '2'].map((text) => Buffer.alloc(32, text).toString('base64'));
const sessionsWith = (keys: string) => new Sessions({ CHECKOUT_COOKIE_KEYS: new Secret(keys) } as CheckoutConfig);
const sessions = sessionsWith(one);
const intent = 'pi_01k8zq4a2nf8rb0v6d7jep5f9x';
const other = 'pi_01k8zq4a2nf8rb0v6d7jep5f9y';
const session: Session = {
  token: 'cs_token',
  formToken: 'form_token',
  language: 'fr',
  code: {
    ...{ method: 'wallet', otpId: 'otp_1', destination: '********01', codeLength: 6, expiresAt: '', sendsRemaining: 4 },
    ...{ resendAvailableAt: '', userId: 'usr_1', userToken: 'secret.user.token' },
  },
};

/** The cookie that the answer sets in a browser that holds `cookie`. */
function kept(intentId: string, kept: Session, cookie = '', by = sessions): readonly string[] {
  let set: readonly string[] = [];
  const reply = { header: (_name: string, value: readonly string[]) => (set = value) } as unknown as FastifyReply;
  by.keep(intentId, kept, { request: { headers: { cookie } } as FastifyRequest, reply });
  return set;
}
const pairOf = (cookie = '') => cookie.split(';', 1)[0] ?? '';
const read = (intentId: string, cookie: string, by = sessions) =>
  by.of(intentId, { headers: { cookie } } as FastifyRequest);

describe('the cookie of a payment', () => {
  test('[3.13] gives back what was kept, and shows none of it', () => {
    const cookie = pairOf(kept(intent, session)[0]);
    expect(read(intent, cookie)).toEqual(session);
    for (const spelling of [cookie, Buffer.from(cookie.split('=')[1] ?? '', 'base64url').toString('latin1')])
      for (const secret of ['cs_token', 'secret.user.token', 'usr_1', 'form_token'])
        expect(spelling).not.toContain(secret);
  });

  test('opens as an earlier version has sealed it', () => {
    const sealed = 'AAECAwQFBgcICQoLBtd0SIePxPWWQAAomCSJXgl0dBtUP6rcRE5ssUnaBMxcsU7FAMVPcnhUT-whNCtrKsVTvQ';
    expect(read(intent, `__Host-pg_${intent.slice(3)}=${sealed}`)).toEqual({ token: 'cs_token', language: 'fr' });
  });

  test('[3.13] goes to this origin only, over TLS, and to no script', () => {
    expect(kept(intent, session)).toEqual([
      expect.stringMatching(
        /^__Host-pg_01k8zq4a2nf8rb0v6d7jep5f9x=[\w-]+; Max-Age=86400; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
      ),
    ]);
  });

  test('[3.13] counts for its intent only', () => {
    const [, value = ''] = pairOf(kept(intent, session)[0]).split('=');
    expect(read(other, `__Host-pg_${other.slice(3)}=${value}`)).toBeUndefined();
    expect(read(other, pairOf(kept(intent, session)[0]))).toBeUndefined();
  });

  test('[3.13] counts for nothing when one of its bits is another', () => {
    const [name = '', value = ''] = pairOf(kept(intent, session)[0]).split('=');
    const bytes = Buffer.from(value, 'base64url');
    for (const index of [0, 11, 12, bytes.length - 17, bytes.length - 16, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(read(intent, `${name}=${changed.toString('base64url')}`)).toBeUndefined();
    }
    for (const text of ['', 'x', '{}', 'A'.repeat(38), bytes.subarray(0, -1).toString('base64url')])
      expect(read(intent, `${name}=${text}`)).toBeUndefined();
  });

  test('opens under an older key of the list, and under no other', () => {
    const cookie = pairOf(kept(intent, session)[0]);
    expect(read(intent, cookie, sessionsWith(`${two},${one}`))).toEqual(session);
    expect(read(intent, cookie, sessionsWith(two))).toBeUndefined();
  });

  test('is one of four at most: the oldest payments are dropped', () => {
    const ids = Array.from({ length: 6 }, (_, index) => `pi_01k8zq4a2nf8rb0v6d7jep5f9${index}`);
    const cookie = ids.map((id) => pairOf(kept(id, session)[0])).join('; ');
    const [, ...dropped] = kept(intent, session, `${cookie}; other=1`);
    expect(dropped.map(pairOf)).toEqual(ids.slice(0, 3).map((id) => `__Host-pg_${id.slice(3)}=`));
    for (const one of dropped) expect(one).toContain('Max-Age=0; Path=/; Secure');
  });

  test('stays far below what a server reads of all headers', () => {
    const userToken = 'x'.repeat(1_024);
    const long: Session = { ...session, code: { ...session.code, userToken } as NonNullable<Session['code']> };
    expect(Buffer.byteLength(kept(intent, long)[0] ?? '')).toBeLessThan(3_000);
  });
});

test('a payment that begins again keeps its link, its language and the token of its forms only', () => {
  expect(withoutCode(session)).toEqual({ token: 'cs_token', formToken: 'form_token', language: 'fr' });
});

test('a browser gets a token for its forms, another for each cookie, and keeps it', () => {
  const tokenIn = (cookie: string) => read(intent, cookie)?.formToken ?? '';
  const cookies = [1, 2].map(() => pairOf(kept(intent, { token: 'cs_token' })[0]));
  const [first = '', second = ''] = cookies.map(tokenIn);
  expect(first).toMatch(/^[A-Za-z0-9_-]{24}$/);
  expect(second).not.toBe(first);
  const again = kept(intent, read(intent, cookies[0] ?? '') ?? session);
  expect(tokenIn(pairOf(again[0]))).toBe(first);
});

describe('an idempotency key', () => {
  test('is the same for the same parts, another for others, and none that can be guessed', () => {
    expect(sessions.keyOf('a', 'b')).toBe(sessions.keyOf('a', 'b'));
    const keys = [['a', 'b'], ['ab'], ['a', '', 'b'], ['b', 'a']].map((parts) => sessions.keyOf(...parts));
    expect(new Set([...keys, sessionsWith(two).keyOf('a', 'b')]).size).toBe(5);
  });
});
