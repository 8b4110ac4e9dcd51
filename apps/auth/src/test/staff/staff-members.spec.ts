import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Reply } from '@paygate/contracts';
import { enrolStaff, listStaff, listStaffActs } from '@paygate/contracts';
import { freshEmail, okay } from '../fixtures/members-under-test.js';
import { freshAct, StaffUnderTest } from '../fixtures/staff-under-test.js';

const codeOf = (reply: Reply<unknown>) => (reply.ok ? 'ok' : reply.code);

let team: StaffUnderTest;
beforeAll(async () => (team = await StaffUnderTest.start()));
afterAll(() => team.world.stop());

test('[1.66] the key alone makes the first approver, the first proves the second, and from then on two prove each change', async () => {
  const { auth } = team.world;
  const [ada, grace, mallory] = [await team.enrolled(), await team.enrolled(), await team.enrolled()];
  okay(await team.set(ada, 'approver'));
  expect(codeOf(await team.set(mallory, 'approver'))).toBe('scope_missing');
  okay(await team.set(grace, 'approver', ada));
  expect(codeOf(await team.set(mallory, 'approver'))).toBe('scope_missing');
  expect(codeOf(await team.set(mallory, 'approver', ada))).toBe('scope_missing');
  expect(codeOf(await team.set(mallory, 'approver', ada, ada))).toBe('scope_missing');
  okay(await team.set(mallory, 'agent', ada, grace));
  expect(codeOf(await team.set(mallory, 'approver', mallory, ada))).toBe('scope_missing');
  okay(await team.set(mallory, 'approver', ada, grace));
  // an approver is left for each person whom an act needs
  okay(await team.set(mallory, undefined, ada, grace));
  expect(codeOf(await team.set(grace, undefined, ada, grace))).toBe('parameter_invalid');
  expect(codeOf(await team.set(ada, 'agent', ada, grace))).toBe('parameter_invalid');
  const { staff } = okay(await auth.ask(listStaff, { limit: 100 }));
  expect(staff.map(({ personId, role }) => [personId, role])).toEqual([
    [ada.personId, 'approver'],
    [grace.personId, 'approver'],
    [mallory.personId, undefined],
  ]);
  expect(auth.open('operator', staff[0]?.email, 'staff.email')).toBe(ada.email);
  const changes = (await team.trail()).filter(({ action }) => action === 'staff.changed');
  expect(changes.map(({ subject, detail }) => [subject, JSON.parse(detail) as unknown])).toEqual([
    [ada.personId, { role: 'approver', persons: [], alone: true }],
    [grace.personId, { role: 'approver', persons: [ada.personId], alone: true }],
    [mallory.personId, { role: 'agent', persons: [ada.personId, grace.personId], alone: false }],
    [mallory.personId, { role: 'approver', persons: [ada.personId, grace.personId], alone: false }],
    [mallory.personId, { role: null, persons: [ada.personId, grace.personId], alone: false }],
  ]);
  const { acts, intact } = okay(await auth.ask(listStaffActs, { limit: 100 }));
  expect([acts.length, intact]).toEqual([(await team.trail()).length, true]);
});

test('nobody gets a password of a person who was invited to an account, or another one than the person has', async () => {
  const { auth } = team.world;
  const invited = freshEmail();
  okay(await team.world.invite(await team.world.newOwner(), 'viewer', invited));
  expect(codeOf(await auth.ask(enrolStaff, team.credentials(invited)))).toBe('credentials_invalid');
  const { email } = await team.world.newOwner();
  expect(codeOf(await auth.ask(enrolStaff, team.credentials(email, 'another password of hers')))).toBe(
    'credentials_invalid',
  );
  await team.factors.enable(email);
  expect(okay(await auth.ask(enrolStaff, team.credentials(email)))).toEqual({
    personId: expect.stringMatching(/^per_/),
  });
  expect(codeOf(await auth.ask(enrolStaff, team.credentials(freshEmail(), 'aaaaaaaa')))).toBe('password_weak');
  expect(codeOf(await auth.ask(enrolStaff, team.credentials('nobody')))).toBe('parameter_invalid');
});

test('[1.65] a person without a second factor gets no role, and one with a role outlives the memberships of accounts', async () => {
  const alone = await StaffUnderTest.start({ STAFF_PERSONS: '1' });
  try {
    const owner = await alone.world.newOwner();
    const member = await alone.world.newMember(owner, 'viewer');
    const { personId, secret } = okay(await alone.world.auth.ask(enrolStaff, alone.credentials(member.email)));
    expect(secret).toBeDefined();
    const none = { personId, email: member.email, secret: Buffer.alloc(0), recoveryCodes: [] };
    expect(codeOf(await alone.set(none, 'approver'))).toBe('second_factor_missing');
    const { recoveryCodes } = await alone.factors.enable(member.email);
    const person = { ...none, recoveryCodes: [...recoveryCodes] };
    okay(await alone.set(person, 'approver'));
    okay(await alone.world.remove(owner, member.memberId));
    // who runs an installation alone acts alone, and the trail says so
    const act = freshAct();
    expect(okay(await alone.redeem(act, [await alone.proof(person, act)]))).toEqual({ persons: [personId] });
    const [last] = (await alone.trail()).slice(-1);
    expect([last?.actor, JSON.parse(last?.detail ?? '')]).toEqual([
      personId,
      { command: 'transfer-float', act, persons: [personId], alone: true },
    ]);
  } finally {
    await alone.world.stop();
  }
});
