import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DeniedTokensRow } from '@paygate/contracts';
import { deniedTokensTable, endSessions, importUsers, readAuthTable, signOut } from '@paygate/contracts';
import { hashPassword, newId, uuidV7 } from '@paygate/platform';
import type { EventCollector } from '@paygate/testing';
import { eventCollector } from '@paygate/testing';
import { DeniedTokensRepository } from '../../../customers/sessions/denied-tokens.repository.js';
import { UserTokenIssuer } from '../../../customers/sessions/user-token-issuer.js';
import { AuthUnderTest, freshPhone } from '../../fixtures/auth-under-test.js';

describe('signing out', () => {
  let auth: AuthUnderTest;
  let table: EventCollector;
  const caller = { merchantId: newId('merchant'), mode: 'test' } as const;

  beforeAll(async () => {
    auth = await AuthUnderTest.start();
    table = await eventCollector(auth.topics.prefix, deniedTokensTable.stream);
  });
  afterAll(async () => {
    await table.stop();
    await auth.stop();
  });

  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
  const rowsOf = (subject: string) =>
    table.events.map(({ payload }) => payload as DeniedTokensRow).filter((row) => row.subject === subject);
  const nextRow = async (subject: string) =>
    (await table.next(({ payload }) => (payload as DeniedTokensRow).subject === subject)).payload as DeniedTokensRow;

  const newUser = async () => {
    const userId = newId('user');
    const phoneNumber = auth.seal(freshPhone(), 'import-users.phone');
    const passwordHash = await hashPassword('a password');
    await auth.get(importUsers, { mode: 'test', users: [{ userId, phoneNumber, passwordHash }] });
    return userId;
  };

  test('publishes the token to every gateway until it expires', async () => {
    const [tokenId, expiresAt] = [uuidV7(), inSeconds(300)];
    await auth.get(signOut, { ...caller, tokenId, expiresAt }, 'gateway');
    const row = await nextRow(tokenId);
    expect(row).toMatchObject({ subject: tokenId, version: 1, expiresAt });
  });

  test('repeated or concurrent, changes nothing', async () => {
    const [tokenId, expiresAt] = [uuidV7(), inSeconds(300)];
    const request = { ...caller, tokenId, expiresAt };
    const replies = await Promise.all(Array.from({ length: 20 }, () => auth.ask(signOut, request, 'gateway')));
    expect(replies).toEqual(Array.from({ length: 20 }, () => ({ ok: true, data: { tokenId } })));
    const after = uuidV7();
    await auth.get(signOut, { ...request, tokenId: after }, 'gateway');
    await nextRow(after);
    expect(rowsOf(tokenId)).toHaveLength(1);
  });

  test('of a token that has expired needs no row, and no row outlives the longest token', async () => {
    const [expired, lasting] = [uuidV7(), uuidV7()];
    await auth.get(signOut, { ...caller, tokenId: expired, expiresAt: inSeconds(-1) }, 'gateway');
    await auth.get(signOut, { ...caller, tokenId: lasting, expiresAt: '2199-01-01T00:00:00.000Z' }, 'gateway');
    expect(Date.parse((await nextRow(lasting)).expiresAt)).toBeLessThanOrEqual(Date.parse(inSeconds(901)));
    expect(rowsOf(expired)).toEqual([]);
  });

  test('is in the snapshot that gateways read at their start, and deleted once the token has expired', async () => {
    const [kept, lapsed] = [uuidV7(), uuidV7()];
    for (const tokenId of [kept, lapsed]) {
      await auth.get(signOut, { ...caller, tokenId, expiresAt: inSeconds(300) }, 'gateway');
      await nextRow(tokenId);
    }
    await auth.sql(
      `UPDATE denied_tokens SET issued_until = issued_until - interval '1 h', expires_at = expires_at - interval '1 h'
        WHERE subject = $1`,
      lapsed,
    );
    const { rows } = await auth.get(readAuthTable, { table: deniedTokensTable.type, after: '' }, 'gateway');
    const subjects = rows.map((row) => (row as DeniedTokensRow).subject);
    expect([subjects.includes(kept), subjects.includes(lapsed)]).toEqual([true, false]);
    await auth.app.get(DeniedTokensRepository).deleteExpired();
    expect(await auth.sql('SELECT 1 FROM denied_tokens WHERE subject = $1', lapsed)).toEqual([]);
  });

  test('[1.19] everywhere ends the tokens that a user has, again and again, and none that is issued afterwards', async () => {
    const someone = await newUser();
    const rows: DeniedTokensRow[] = [];
    for (let version = 1; version <= 3; version += 1) {
      const { issuedUntil } = await auth.get(endSessions, { userId: someone });
      const isIt = (row: DeniedTokensRow) => row.subject === someone && row.version === version;
      rows.push((await table.next(({ payload }) => isIt(payload as DeniedTokensRow))).payload as DeniedTokensRow);
      expect(rows.at(-1)?.issuedUntil).toBe(issuedUntil);

      const { token } = await auth.app.get(UserTokenIssuer).issue({
        userId: someone,
        mode: 'test',
        merchantId: newId('merchant'),
        contact: { phoneNumber: freshPhone() },
      });
      const [, claims = ''] = token.split('.');
      const { iat } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iat: number };
      expect(iat * 1_000).toBeGreaterThan(Date.parse(issuedUntil));
      expect(iat * 1_000).toBeLessThanOrEqual(Date.parse(issuedUntil) + 5_000);
    }
    expect(rows.map(({ issuedUntil, expiresAt }) => Date.parse(expiresAt) - Date.parse(issuedUntil))).toEqual(
      rows.map(() => 900_000),
    );
  });

  test('everywhere of an unknown user is refused, and publishes nothing', async () => {
    const nobody = newId('user');
    expect(await auth.ask(endSessions, { userId: nobody })).toEqual({
      ok: false,
      code: 'parameter_invalid',
      param: 'userId',
      detail: 'no such user',
    });
    await auth.get(endSessions, { userId: await newUser() });
    expect(await auth.sql('SELECT 1 FROM denied_tokens WHERE subject = $1', nobody)).toEqual([]);
  });
});
