import { expect, test } from '@jest/globals';
import type { MemberRole } from '@paygate/contracts';
import { memberRoles, modes, scopesOfRole } from '@paygate/contracts';
import { mayManage } from './member.js';

test.each<[MemberRole, readonly MemberRole[]]>([
  ['owner', ['owner', 'admin', 'developer', 'viewer']],
  ['admin', ['admin', 'developer', 'viewer']],
])('%s may manage members of the roles %j', (actor, managed) => {
  expect(memberRoles.filter((role) => mayManage(actor, role))).toEqual(managed);
  expect(mayManage(actor, 'viewer', 'owner')).toBe(actor === 'owner');
});

test.each<[MemberRole, readonly string[], readonly string[]]>([
  ['owner', ['intents:write', 'api_keys:write', 'members:write'], ['intents:write', 'api_keys:write', 'members:write']],
  ['admin', ['intents:write', 'api_keys:write', 'members:write'], ['intents:write', 'api_keys:write', 'members:write']],
  ['developer', ['intents:write', 'api_keys:write'], []],
  ['viewer', [], []],
])('%s reads everything, and writes %j in test and %j in live mode', (role, inTest, inLive) => {
  for (const mode of modes) {
    const held = scopesOfRole(role, mode);
    expect(held.filter((scope) => scope.endsWith(':read'))).toEqual(['intents:read', 'api_keys:read', 'members:read']);
    expect(held.filter((scope) => scope.endsWith(':write'))).toEqual(mode === 'test' ? inTest : inLive);
  }
});
