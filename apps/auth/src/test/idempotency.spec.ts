import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reply, SignedIn } from '@paygate/contracts';
import { importUsers, reportKeyUse, revokeApiKey, rotateApiKey, signIn, signOut } from '@paygate/contracts';
import { hashPassword, newId, sha256Base64url, uuidV7 } from '@paygate/platform';
import { ForgetExpired } from '../usecases/forget-expired.js';
import { madeBy, newMerchantOf, rotation } from './api-key-requests.js';
import { AuthUnderTest, freshPhone } from './auth-under-test.js';

const password = 'correct horse battery staple';
const reused = { ok: false, code: 'idempotency_key_reused' };

let auth: AuthUnderTest;
let merchantId: string;
let passwordHash: string;
beforeAll(async () => {
  auth = await AuthUnderTest.start();
  merchantId = await newMerchantOf(auth);
  passwordHash = await hashPassword(password);
}, 60_000);
afterAll(() => auth.stop());

/** What the gateway makes of the header and of what is asked for. */
const keyed = (key: string, asked: string) => ({ keyHash: sha256Base64url(key), bodyHash: sha256Base64url(asked) });

describe('one key', () => {
  test('that rotates an API key rotates no other', async () => {
    const [first, second] = [await madeBy(auth, merchantId), await madeBy(auth, merchantId)];
    const key = uuidV7();
    const rotate = ({ apiKeyId }: { apiKeyId: string }) =>
      auth.ask(rotateApiKey, rotation(merchantId, apiKeyId, { idempotency: keyed(key, apiKeyId) }));
    expect(await rotate(first)).toMatchObject({ ok: true });
    expect(await rotate(second)).toEqual(reused);
    expect(await auth.sql('SELECT FROM api_key WHERE predecessor_id = $1', second.apiKeyId)).toEqual([]);
  });

  test('that revokes an API key answers like the first time, whatever the key was used for since', async () => {
    const { apiKeyId } = await madeBy(auth, merchantId);
    const other = await madeBy(auth, merchantId);
    const key = uuidV7();
    const revoke = (id: string) =>
      auth.ask(revokeApiKey, { apiKeyId: id, merchantId, mode: 'test', idempotency: keyed(key, id) });
    const first = await revoke(apiKeyId);
    await auth.get(reportKeyUse, { uses: [{ apiKeyId, usedAt: new Date().toISOString() }] }, 'gateway');
    expect(await revoke(apiKeyId)).toEqual({ ...first, replayed: true });
    expect(await revoke(other.apiKeyId)).toEqual(reused);
  });
});

describe('signing in under a key', () => {
  async function newUser() {
    const phone = freshPhone();
    const phoneNumber = auth.seal(phone, 'import-users.phone');
    await auth.get(importUsers, { mode: 'test', users: [{ userId: newId('user'), phoneNumber, passwordHash }] });
    return phone;
  }
  const attempt = (key: string, phone: string, secret = password): Promise<Reply<SignedIn>> => {
    const { keyHash, bodyHash } = keyed(key, `${phone} ${secret}`);
    return auth.ask(signIn, {
      ...{ merchantId, mode: 'test', caller: { apiKeyId: newId('apiKey') } },
      phoneNumber: auth.seal(phone, 'sign-in.phone'),
      password: auth.seal(secret, 'sign-in.password'),
      idempotency: { keyHash, bodyHash: auth.seal(bodyHash, 'sign-in.body-hash') },
    });
  };
  const tokenOf = (reply: Reply<SignedIn>): string => {
    if (!reply.ok) throw new Error(reply.code);
    return auth.open('gateway', reply.data.token, 'sign-in.token');
  };

  test('again gives the same token, and at one time too', async () => {
    const [phone, key] = [await newUser(), uuidV7()];
    const replies = await Promise.all(Array.from({ length: 4 }, () => attempt(key, phone)));
    expect(new Set(replies.map(tokenOf)).size).toBe(1);
    const again = await attempt(key, phone);
    expect(again).toHaveProperty('replayed', true);
    expect(tokenOf(again)).toBe(tokenOf(replies[0] ?? again));
    expect(tokenOf(await attempt(uuidV7(), phone))).not.toBe(tokenOf(again));
  });

  test('says nothing to who has not got the password: a wrong one is counted, under a known key as without one', async () => {
    const [phone, key] = [await newUser(), uuidV7()];
    tokenOf(await attempt(key, phone));
    for (let n = 0; n < 5; n += 1)
      expect(await attempt(key, phone, `guess ${n}`)).toEqual({ ok: false, code: 'credentials_invalid' });
    expect(await attempt(key, phone)).toMatchObject({ code: 'login_throttled' });
  });

  test('of another user is refused once that one has shown the password', async () => {
    const [phone, other, key] = [await newUser(), await newUser(), uuidV7()];
    tokenOf(await attempt(key, phone));
    expect(await attempt(key, other)).toEqual(reused);
    expect(await attempt(key, other, 'wrong')).toMatchObject({ code: 'credentials_invalid' });
  });

  test('leaves neither token nor a digest of the password in the table, and is forgotten after its time', async () => {
    const [phone, key] = [await newUser(), uuidV7()];
    const token = tokenOf(await attempt(key, phone));
    const { keyHash, bodyHash } = keyed(key, `${phone} ${password}`);
    const ofKey = 'FROM auth_answer AS a WHERE key_hash = $1';
    const [row] = await auth.sql<{ text: string }>(`SELECT a::text AS text ${ofKey}`, keyHash);
    expect(row?.text).toContain('auth.d1.');
    for (const told of [token, phone, Buffer.from(bodyHash, 'base64url').toString('hex')])
      expect(row?.text).not.toContain(told);
    await auth.sql(`UPDATE auth_answer SET created_at = created_at - interval '31 days' WHERE key_hash = $1`, keyHash);
    await auth.app.get(ForgetExpired).execute();
    expect(await auth.sql(`SELECT ${ofKey}`, keyHash)).toEqual([]);
  });
});

describe('signing out under a key', () => {
  const leave = (tokenId: string, key: string) =>
    auth.ask(
      signOut,
      {
        ...{ merchantId, mode: 'test', tokenId },
        expiresAt: new Date(Date.now() + 300_000).toISOString(),
        idempotency: keyed(key, tokenId),
      },
      'gateway',
    );

  test('is confirmed again to who asked for it, and to nobody else', async () => {
    const [tokenId, key] = [uuidV7(), uuidV7()];
    expect(await leave(tokenId, key)).toEqual({ ok: true, data: { tokenId } });
    expect(await leave(tokenId, key)).toEqual({ ok: true, data: { tokenId }, replayed: true });
    expect(await leave(tokenId, uuidV7())).toEqual({ ok: false, code: 'token_invalid' });
  });

  test('ends no other token', async () => {
    const [other, key] = [uuidV7(), uuidV7()];
    await leave(uuidV7(), key);
    expect(await leave(other, key)).toEqual(reused);
    expect(await auth.sql('SELECT FROM denied_tokens WHERE subject = $1', other)).toEqual([]);
  });
});
