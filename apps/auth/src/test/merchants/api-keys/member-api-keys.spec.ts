import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CreateApiKeyCommand, MemberRole, Mode, Reply } from '@paygate/contracts';
import { createApiKey, memberRoles, revokeApiKey, rotateApiKey, scopes, updateApiKey } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { rotation, wanted } from '../../fixtures/api-key-requests.js';
import type { KnownMember } from '../../fixtures/members-under-test.js';
import { MembersUnderTest, okay } from '../../fixtures/members-under-test.js';

let world: MembersUnderTest;
let owner: KnownMember;
const members = new Map<MemberRole, KnownMember>();
beforeAll(async () => {
  world = await MembersUnderTest.start();
  owner = await world.newOwner();
  members.set('owner', owner);
  for (const role of memberRoles.filter((one) => one !== 'owner'))
    members.set(role, await world.newMember(owner, role));
});
afterAll(() => world.stop());

const memberOf = (role: MemberRole) => members.get(role) ?? owner;
const codeOf = (reply: Reply<unknown>) => (reply.ok ? 'ok' : reply.code);
const create = (
  { merchantId, memberId: actorMemberId }: KnownMember,
  mode: Mode,
  more: Partial<CreateApiKeyCommand> = {},
) => world.ask(createApiKey, wanted(merchantId, { mode, actorMemberId, ...more }));
const rotate = ({ merchantId, memberId: actorMemberId }: KnownMember, mode: Mode, apiKeyId: string) =>
  world.ask(rotateApiKey, rotation(merchantId, apiKeyId, { mode, actorMemberId }));
const rename = ({ merchantId, memberId: actorMemberId }: KnownMember, mode: Mode, apiKeyId: string) =>
  world.ask(updateApiKey, { merchantId, mode, apiKeyId, actorMemberId, name: 'renamed' });
const revoke = ({ merchantId, memberId: actorMemberId }: KnownMember, mode: Mode, apiKeyId: string) =>
  world.ask(revokeApiKey, { merchantId, mode, apiKeyId, actorMemberId });

const rights: readonly [MemberRole, Mode, string][] = memberRoles.flatMap((role) =>
  (['test', 'live'] as const).map((mode): [MemberRole, Mode, string] => {
    const may = role === 'owner' || role === 'admin' || (role === 'developer' && mode === 'test');
    return [role, mode, may ? 'ok' : 'scope_missing'];
  }),
);

test.each(rights)('[1.32] %s who manages keys of %s mode: %s', async (role, mode, outcome) => {
  const member = memberOf(role);
  const reading: Partial<CreateApiKeyCommand> = { type: 'restricted', scopes: ['intents:read'] };
  const { apiKey } = okay(await create(owner, mode, reading));
  expect(codeOf(await create(member, mode, reading))).toBe(outcome);
  expect(codeOf(await rename(member, mode, apiKey.apiKeyId))).toBe(outcome);
  expect(codeOf(await rotate(member, mode, apiKey.apiKeyId))).toBe(outcome);
  expect(codeOf(await revoke(member, mode, apiKey.apiKeyId))).toBe(outcome);
});

describe('[1.53] a member grants no right that the role lacks', () => {
  const ofOthers: readonly string[] = ['merchant:write', 'payers:read'];
  const held = scopes.filter((scope) => !ofOthers.includes(scope));
  const rows: readonly [string, Partial<CreateApiKeyCommand>, string][] = [
    ['a key with every scope of the role', { type: 'restricted', scopes: held }, 'ok'],
    ['a public key', { type: 'publishable' }, 'ok'],
    ['a secret key', { type: 'secret' }, 'scope_missing'],
    ['a key with a scope of others', { type: 'restricted', scopes: ['merchant:write'] }, 'scope_missing'],
    [
      'a key with one of others, too',
      { type: 'restricted', scopes: ['intents:read', 'merchant:write'] },
      'scope_missing',
    ],
  ];

  test.each(rows)('a developer creates, changes and rotates %s: %j %s', async (_what, key, outcome) => {
    const developer = memberOf('developer');
    expect(codeOf(await create(developer, 'test', key))).toBe(outcome);
    const { apiKey } = okay(await create(owner, 'test', key));
    expect(codeOf(await rename(developer, 'test', apiKey.apiKeyId))).toBe(outcome);
    expect(codeOf(await rotate(developer, 'test', apiKey.apiKeyId))).toBe(outcome);
    // to end a key gives nobody a right
    expect(codeOf(await revoke(developer, 'test', apiKey.apiKeyId))).toBe('ok');
  });

  test('an owner and an admin have them all', async () => {
    for (const role of ['owner', 'admin'] as const)
      for (const mode of ['test', 'live'] as const)
        expect(codeOf(await create(memberOf(role), mode, { type: 'restricted', scopes: [...scopes] }))).toBe('ok');
  });
});

test('[1.37] changes of a member’s keys are recorded under the member’s id', async () => {
  const admin = memberOf('admin');
  const { apiKey } = okay(await create(admin, 'live'));
  okay(await revoke(admin, 'live', apiKey.apiKeyId));
  const records = (await world.trailOf(admin.merchantId)).filter(({ subject }) => subject === apiKey.apiKeyId);
  expect(records.map(({ action, actor }) => [action, actor])).toEqual([
    ['api_key.created', admin.memberId],
    ['api_key.revoked', admin.memberId],
  ]);
});

describe('a person who has lost the right is refused, whatever the gateway still knows', () => {
  test('after another role', async () => {
    const developer = await world.newMember(owner, 'developer');
    expect(codeOf(await create(developer, 'test', { type: 'publishable' }))).toBe('ok');
    okay(await world.changeRole(owner, developer.memberId, 'viewer'));
    expect(codeOf(await create(developer, 'test', { type: 'publishable' }))).toBe('scope_missing');
  });

  test('after the removal', async () => {
    const admin = await world.newMember(owner, 'admin');
    okay(await world.remove(owner, admin.memberId));
    expect(codeOf(await create(admin, 'test'))).toBe('scope_missing');
  });

  test('before the invitation is accepted', async () => {
    const { memberId } = okay(await world.invite(owner, 'admin'));
    expect(codeOf(await create({ ...owner, memberId }, 'test'))).toBe('scope_missing');
  });

  test('[1.34] at another account', async () => {
    const other = await world.newOwner();
    const { apiKey } = okay(await create(owner, 'test'));
    const across = { ...owner, memberId: other.memberId };
    expect(codeOf(await create(across, 'test'))).toBe('scope_missing');
    expect(codeOf(await revoke(across, 'test', apiKey.apiKeyId))).toBe('scope_missing');
    const theirs = await revoke(other, 'test', apiKey.apiKeyId);
    expect(theirs).toEqual(await revoke(other, 'test', newId('apiKey')));
    expect(codeOf(theirs)).toBe('api_key_not_found');
  });
});
