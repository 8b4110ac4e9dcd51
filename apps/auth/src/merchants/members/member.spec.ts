import { expect, test } from '@jest/globals';
import type { MemberRole } from '@paygate/contracts';
import { memberRoles, modes, scopesOfRole } from '@paygate/contracts';
import { mayManage } from './member.js';

test.each<[MemberRole, readonly MemberRole[]]>([
  ['owner', ['owner', 'admin', 'developer', 'cashier', 'viewer']],
  ['admin', ['admin', 'developer', 'cashier', 'viewer']],
])('%s may manage members of the roles %j', (actor, managed) => {
  expect(memberRoles.filter((role) => mayManage(actor, role))).toEqual(managed);
  expect(mayManage(actor, 'viewer', 'owner')).toBe(actor === 'owner');
});

const reading = [
  'intents:read',
  'payment_links:read',
  'refunds:read',
  'balance:read',
  'payouts:read',
  'api_keys:read',
  'webhook_endpoints:read',
  'events:read',
  'merchant:read',
  'members:read',
  'requests:read',
];
const building = [
  'intents:write',
  'payment_links:write',
  'refunds:write',
  'payouts:write',
  'till:ask',
  'api_keys:write',
  'webhook_endpoints:write',
  'test_inbox:read',
];
const selling = [
  'intents:read',
  'payment_links:read',
  'payment_links:write',
  'refunds:read',
  'refunds:write',
  'payers:read',
  'till:ask',
];
const managing = [...building, 'payers:read', 'merchant:write', 'members:write'];

test.each<[MemberRole, readonly string[], readonly string[], readonly string[]]>([
  ['owner', managing, managing, [...reading, 'audit_events:read']],
  ['admin', managing, managing, [...reading, 'audit_events:read']],
  ['developer', building, [], reading],
  ['cashier', [], [], selling],
  ['viewer', [], [], reading],
])('%s has %j in test and %j in live mode, and in both %j', (role, inTest, inLive, inBoth) => {
  for (const mode of modes) {
    const held = scopesOfRole(role, mode);
    expect(held.filter((scope) => inBoth.includes(scope))).toEqual(inBoth);
    expect(held.filter((scope) => !inBoth.includes(scope))).toEqual(mode === 'test' ? inTest : inLive);
  }
});
