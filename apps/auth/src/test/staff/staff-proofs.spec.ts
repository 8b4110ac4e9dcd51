import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reply } from '@paygate/contracts';
import { proveStaff, redeemStaffProofs } from '@paygate/contracts';
import { base32 } from '../../merchants/members/second-factor/totp.js';
import { plainCode } from '../../merchants/members/second-factor/recovery-code.js';
import { okay, password } from '../fixtures/members-under-test.js';
import type { StaffPerson } from '../fixtures/staff-under-test.js';
import { freshAct, StaffUnderTest } from '../fixtures/staff-under-test.js';
import { recordsOf, rowsOf } from '../fixtures/written-data.js';

let team: StaffUnderTest;
let ada: StaffPerson, grace: StaffPerson, agent: StaffPerson, reader: StaffPerson;
beforeAll(async () => {
  team = await StaffUnderTest.start({ SIGN_IN_FREE_ATTEMPTS: '3', SIGN_IN_FIRST_WAIT_SECONDS: '600' });
  ada = await team.member('approver');
  grace = await team.member('approver', ada);
  agent = await team.member('agent', ada, grace);
  reader = await team.member('reader', ada, grace);
});
afterAll(() => team.world.stop());

const codeOf = (reply: Reply<unknown>) => (reply.ok ? 'ok' : reply.code);

describe('an act of the installation’s team', () => {
  test('[1.65] needs two different persons, one of them an approver: nobody alone', async () => {
    const other = await team.member('agent', ada, grace);
    const matrix: readonly (readonly [string, readonly StaffPerson[], 'two' | 'approver' | 'agent', string])[] = [
      ['the key of the installation alone', [], 'two', 'scope_missing'],
      ['an agent alone', [agent], 'two', 'scope_missing'],
      ['an approver alone', [ada], 'two', 'scope_missing'],
      ['one approver with two proofs', [ada, ada], 'two', 'scope_missing'],
      ['two agents', [agent, other], 'two', 'scope_missing'],
      ['an agent and an approver', [agent, ada], 'two', 'ok'],
      ['two approvers', [ada, grace], 'two', 'ok'],
      ['an agent, where an approver must decide', [agent], 'approver', 'scope_missing'],
      ['an approver, where one must decide', [grace], 'approver', 'ok'],
      ['an agent, where one may propose', [agent], 'agent', 'ok'],
      ['nobody, where an agent may propose', [], 'agent', 'scope_missing'],
    ];
    for (const [who, persons, need, code] of matrix) {
      const act = freshAct();
      const proofs: string[] = [];
      for (const person of persons) proofs.push(await team.proof(person, act));
      expect([who, codeOf(await team.redeem(act, proofs, need))]).toEqual([who, code]);
    }
  });

  test('[1.66] is proven by somebody with a role alone: no reader, no member of an account, no gateway', async () => {
    expect(codeOf(await team.prove(reader, [freshAct()], { code: await team.code(reader) }))).toBe('scope_missing');
    const { email } = await team.world.newOwner();
    const { recoveryCodes } = await team.factors.enable(email);
    expect(codeOf(await team.prove({ email }, [freshAct()], { code: recoveryCodes[0] ?? '' }))).toBe('scope_missing');
    const shown = { ...team.credentials(ada.email), code: team.world.auth.seal('000000', 'staff.code') };
    const bus = team.world.auth.askBriefly(proveStaff, { ...shown, acts: [freshAct()], need: 'two' }, 'gateway');
    expect(codeOf(await bus)).toBe('upstream_timeout');
    const asked = { command: 'transfer-float', subject: 'floats', act: freshAct(), need: 'two', proofs: [] } as const;
    expect(codeOf(await team.world.auth.askBriefly(redeemStaffProofs, { ...asked, proofs: [] }, 'gateway'))).toBe(
      'upstream_timeout',
    );
  });

  test('[1.65] uses its proofs up, once, however many ask at the same time', async () => {
    const act = freshAct();
    const proofs = [await team.proof(agent, act), await team.proof(ada, act)];
    const codes = (await Promise.all(Array.from({ length: 10 }, () => team.redeem(act, proofs)))).map(codeOf);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(codeOf(await team.redeem(act, proofs))).toBe('scope_missing');
  });

  test('takes no proof of another act, and keeps the proofs where they do not suffice', async () => {
    const [act, another] = [freshAct(), freshAct()];
    const [first, second] = [await team.proof(ada, act), await team.proof(grace, another)];
    expect(codeOf(await team.redeem(act, [first, second]))).toBe('scope_missing');
    expect(codeOf(await team.redeem(another, [first, second]))).toBe('scope_missing');
    expect(codeOf(await team.redeem(act, [first, await team.proof(grace, act)]))).toBe('ok');
  });

  test('takes one code for the acts of a batch, each once', async () => {
    const acts = [freshAct(), freshAct()];
    const proofs = [await team.proof(ada, ...acts), await team.proof(grace, ...acts)];
    for (const act of acts) expect(codeOf(await team.redeem(act, proofs))).toBe('ok');
    for (const act of acts) expect(codeOf(await team.redeem(act, proofs))).toBe('scope_missing');
  });

  test('[1.65] takes no proof after its hour, and none of a person who was removed or lost the role', async () => {
    const late = freshAct();
    const proofs = [await team.proof(ada, late), await team.proof(grace, late)];
    await team.world.auth.sql(
      `UPDATE staff_proof SET expires_at = expires_at - interval '1 hour' WHERE act = $1 AND person_id = $2`,
      ...[late, ada.personId],
    );
    expect(codeOf(await team.redeem(late, proofs))).toBe('scope_missing');
    for (const role of [undefined, 'reader'] as const) {
      const leaving = await team.member('agent', ada, grace);
      const act = freshAct();
      const shown = [await team.proof(leaving, act), await team.proof(ada, act)];
      expect(codeOf(await team.set(leaving, role, ada, grace))).toBe('ok');
      expect(codeOf(await team.redeem(act, shown))).toBe('scope_missing');
      expect(codeOf(await team.prove(leaving, [freshAct()], { code: await team.code(leaving) }))).toBe('scope_missing');
    }
  });
});

describe('a proof', () => {
  test('takes the password and a code of the app, which is used up', async () => {
    const person = await team.member('agent', ada, grace);
    const code = await team.factors.codeOf(person.secret, 1);
    expect(codeOf(await team.prove(person, [freshAct()], { code, secret: 'a wrong password' }))).toBe(
      'credentials_invalid',
    );
    expect(codeOf(await team.prove(person, [freshAct()], { code }))).toBe('ok');
    expect(codeOf(await team.prove(person, [freshAct()], { code }))).toBe('second_factor_invalid');
  });

  test('makes whoever guesses codes or passwords wait, and the refusals stand in the trail', async () => {
    const person = await team.member('agent', ada, grace);
    const codes: string[] = [];
    for (let guess = 0; guess < 5; guess += 1)
      codes.push(codeOf(await team.prove(person, [freshAct()], { code: '000000' })));
    expect(codes.at(-1)).toBe('login_throttled');
    const refused = (await team.trail()).filter(
      ({ action, subject }) => action === 'staff.refused' && subject === person.personId,
    );
    expect(refused.length).toBeGreaterThanOrEqual(3);
    const guessed = await team.member('agent', ada, grace);
    for (let guess = 0; guess < 5; guess += 1)
      codes.push(codeOf(await team.prove(guessed, [freshAct()], { code: '000000', secret: `${password} ${guess}` })));
    expect(codes.at(-1)).toBe('login_throttled');
  });

  test('and its secrets stand in no table and no topic', async () => {
    const code = await team.code(ada);
    const { proof } = okay(await team.prove(ada, [freshAct()], { code }));
    const { auth } = team.world;
    const written = [...(await rowsOf(auth)), ...(await recordsOf(auth))].join('\n');
    expect(written).toContain(ada.personId);
    const secrets = [password, code, plainCode(code), base32(ada.secret), auth.open('operator', proof, 'staff.proof')];
    for (const secret of secrets) expect(written.includes(secret)).toBe(false);
  });
});
