import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AccountOpened, ConfirmAccountCommand, Reply } from '@paygate/contracts';
import { confirmAccount, listApiKeys, openAccount } from '@paygate/contracts';
import { mintOpaqueToken, parseApiKey } from '@paygate/platform';
import { inParallel, receivedOf } from '@paygate/testing';
import { AccountsCommands } from '../../../merchants/accounts/accounts.commands.js';
import { freshEmail, MembersUnderTest, okay, password } from '../../fixtures/members-under-test.js';

let world: MembersUnderTest;
beforeAll(async () => {
  world = await MembersUnderTest.start({}, 2);
});
afterAll(() => world.stop());

const ADDRESS = '203.0.113.9';
const invalid = { ok: false, code: 'mail_token_invalid' };
const codeOf = (reply: Reply<unknown>) => (reply.ok ? 'ok' : reply.code);
let addresses = 0;
const freshAddress = () => `198.51.${(addresses += 1) >> 8}.${addresses & 255}`;

const open = (email: string, { key, address = ADDRESS }: { readonly key?: string; readonly address?: string } = {}) =>
  world.ask(openAccount, {
    ...{ email: world.auth.seal(email, 'dashboard.email'), address: world.auth.seal(address, 'dashboard.address') },
    ...{ businessName: 'Boutique', country: 'CM' as const, ...world.keyed(key, email) },
  });
const confirmation = (token: string, secret = password): ConfirmAccountCommand => ({
  tokenHash: world.hashOf(token),
  name: world.auth.seal('Ada', 'confirm-account.name'),
  password: world.auth.seal(secret, 'dashboard.password'),
  address: world.auth.seal(ADDRESS, 'dashboard.address'),
});
const confirm = (token: string, secret = password) => world.ask(confirmAccount, confirmation(token, secret));
const opened = async (email: string, secret = password): Promise<AccountOpened> => {
  okay(await open(email));
  return okay(await confirm(world.otp.tokenTo(email), secret));
};
const accountsOf = async (email: string, secret = password) =>
  okay(await world.signIn(email, secret)).memberships.map(({ merchantId, role, liveActive }) => ({
    ...{ merchantId, role, liveActive },
  }));

test('[1.42] a mailed token opens an account in test mode, with its owner, two keys that only its owner can read, and its audit trail', async () => {
  const email = freshEmail();
  const { merchantId, country, owner, apiKeys } = await opened(email);
  expect(country).toBe('CM');
  expect(await accountsOf(email)).toEqual([{ merchantId, role: 'owner', liveActive: false }]);
  const texts = apiKeys.map(({ key }) => world.auth.open('gateway', key ?? ('' as never), 'api-key.text'));
  expect(texts.map((text) => parseApiKey(text))).toMatchObject([
    { type: 'publishable', mode: 'test', apiKeyId: apiKeys[0]?.apiKey.apiKeyId },
    { type: 'secret', mode: 'test', apiKeyId: apiKeys[1]?.apiKey.apiKeyId },
  ]);
  expect(okay(await world.ask(listApiKeys, { merchantId, mode: 'test', limit: 10 })).apiKeys).toHaveLength(2);
  const actor = owner.memberId;
  expect(await world.trailOf(merchantId)).toEqual([
    { action: 'member.invited', subject: actor, actor },
    { action: 'member.joined', subject: actor, actor },
    { action: 'api_key.created', subject: apiKeys[0]?.apiKey.apiKeyId, actor },
    { action: 'api_key.created', subject: apiKeys[1]?.apiKey.apiKeyId, actor },
    { action: 'member.signed_in', subject: actor, actor },
  ]);
});

test('[1.43] a person with a password opens another account with it, and with no other password', async () => {
  const { email, merchantId } = await world.newOwner();
  okay(await open(email));
  const token = world.otp.tokenTo(email);
  expect(codeOf(await confirm(token, 'the password of somebody else'))).toBe('credentials_invalid');
  const second = okay(await confirm(token));
  expect((await accountsOf(email)).map((each) => each.merchantId)).toEqual([merchantId, second.merchantId].sort());
});

test('[1.42] a sign-up is answered and mailed alike whether the address is a member’s or not', async () => {
  const { email } = await world.newOwner();
  const nobody = freshEmail();
  const [ofMember, ofNobody] = [okay(await open(email)), okay(await open(nobody))];
  expect(ofMember).toEqual(ofNobody);
  for (const to of [email, nobody])
    expect(world.otp.mails.filter((mail) => mail.to === to)).toMatchObject([{ mail: 'account_confirmation' }]);
});

test('[1.43] whoever signs up with the address of somebody else has no password there: the token decides it', async () => {
  const email = freshEmail();
  okay(await open(email));
  expect(codeOf(await world.signIn(email))).toBe('credentials_invalid');
  await opened(email, 'the password of the reader of the mail');
  expect(codeOf(await world.signIn(email))).toBe('credentials_invalid');
});

test('[1.42] a token works once within 24 hours; wrong, used, expired and foreign tokens get the same answer', async () => {
  const email = freshEmail();
  okay(await open(email));
  const token = world.otp.tokenTo(email);
  const [row] = await world.auth.sql<{ hours: number }>(
    'SELECT round(extract(epoch FROM expires_at - clock_timestamp()) / 3600)::int AS hours FROM account_claim WHERE token_hash = $1',
    world.hashOf(token),
  );
  expect(row?.hours).toBe(24);
  for (const weak of ['password', email, email.toUpperCase()])
    expect(codeOf(await confirm(token, weak))).toBe('password_weak');
  okay(await confirm(token));
  okay(await open(email));
  const late = world.otp.tokenTo(email);
  await world.auth.sql(
    'UPDATE account_claim SET expires_at = clock_timestamp() WHERE token_hash = $1',
    world.hashOf(late),
  );
  okay(await world.forget(email));
  for (const each of [token, late, world.otp.tokenTo(email), mintOpaqueToken('accountClaim')])
    expect(await confirm(each)).toEqual(invalid);
  expect(await accountsOf(email)).toHaveLength(1);
});

test('[1.42] of twelve concurrent requests with one token one opens an account, under the password of that one', async () => {
  const email = freshEmail();
  okay(await open(email));
  const token = world.otp.tokenTo(email);
  const secrets = Array.from({ length: 12 }, (_, index) => `${password} ${index}`);
  const replies = await inParallel(secrets, (secret) => {
    const command = confirmation(token, secret);
    return world.auth.app.get(AccountsCommands).confirm(command, receivedOf(confirmAccount, command));
  });
  const winners = secrets.filter((_, index) => replies[index]?.ok === true);
  expect(winners).toHaveLength(1);
  for (const code of replies.map(codeOf)) expect(['ok', 'mail_token_invalid', 'credentials_invalid']).toContain(code);
  expect(await accountsOf(email, winners[0])).toHaveLength(1);
});

test('[1.43] mails are bounded per address of the network and per e-mail address, and leave those for a new password alone', async () => {
  const { email } = await world.newOwner();
  const codes: string[] = [];
  for (let sends = 0; sends < 6; sends += 1) codes.push(codeOf(await open(email, { address: freshAddress() })));
  expect(codes).toEqual([...Array<string>(5).fill('ok'), 'rate_limited']);
  okay(await world.forget(email));
});

test('a repeated sign-up with its idempotency key sends one mail', async () => {
  const email = freshEmail();
  for (let tries = 0; tries < 3; tries += 1) okay(await open(email, { key: email }));
  expect(world.otp.mails.filter(({ to }) => to === email)).toHaveLength(1);
});

test('neither the address nor the token of a sign-up is written in the clear', async () => {
  const email = freshEmail();
  okay(await open(email));
  const rows = await world.auth.sql<{ text: string }>('SELECT c::text AS text FROM account_claim c');
  for (const { text } of rows) {
    expect(text).not.toContain(email);
    expect(text).not.toContain(world.otp.tokenTo(email));
  }
});
