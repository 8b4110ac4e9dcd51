import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SendWithdrawalCodeCommand } from '@paygate/contracts';
import { checkPhoneCode, phoneCodePurposes, sendWithdrawalCode } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { CommandClient } from '@paygate/testing';
import { accepted } from '../../world.js';
import type { World } from '../../world.js';
import { otpInvalid, PhoneCodesUnderTest } from './phone-codes-under-test.js';

let codes: PhoneCodesUnderTest;
let world: World;
let auth: CommandClient;
beforeAll(async () => {
  codes = await PhoneCodesUnderTest.start();
  world = codes.world;
  auth = await world.as('auth');
});
afterAll(() => codes.stop());

const commandOf = (phoneNumber: string): SendWithdrawalCodeCommand => ({
  ...{ withdrawalId: newId('withdrawal'), merchantId: world.merchantId, mode: world.mode, caller: world.caller() },
  ...{ amount: '5000', currency: 'XAF', phoneNumber: world.gateway.seal('otp', phoneNumber, 'phone-code.phone') },
});

describe('the code of a withdrawal', () => {
  test('[13.11] says the amount, and confirms its withdrawal alone', async () => {
    const { userId, phoneNumber } = world.user();
    const command = commandOf(phoneNumber);
    const terms = accepted(await auth.ask(sendWithdrawalCode, command));
    expect(terms).toMatchObject({ destination: `********${phoneNumber.slice(-2)}`, codeLength: 6 });
    const otp = await world.code(phoneNumber);
    expect(world.provider.to(phoneNumber).map(({ text }) => text)).toEqual([
      expect.stringContaining('pour retirer 5 000 FCFA de votre portefeuille'),
    ]);
    const { withdrawalId: claimId } = command;
    const check = (given: object) =>
      auth.ask(checkPhoneCode, Object.assign(codes.checking({ claimId, purpose: 'withdrawal', otp }), given));
    for (const other of phoneCodePurposes.filter((purpose) => purpose !== 'withdrawal'))
      expect(await check({ purpose: other })).toEqual(otpInvalid);
    for (const wrong of [{ claimId: newId('withdrawal') }, { merchantId: newId('merchant') }, { mode: 'live' }])
      expect(await check(wrong)).toEqual(otpInvalid);
    expect(await world.verify({ userId, otp })).toEqual(otpInvalid);
    expect(await check({})).toEqual({ ok: true, data: { claimId } });
  });

  test('is sent once for each withdrawal, and no sooner than the wait for another one allows', async () => {
    const { phoneNumber } = world.user();
    const command = commandOf(phoneNumber);
    const [first, again] = [
      accepted(await auth.ask(sendWithdrawalCode, command)),
      accepted(await auth.ask(sendWithdrawalCode, command)),
    ];
    expect(again).toMatchObject({ expiresAt: first.expiresAt });
    expect(await auth.ask(sendWithdrawalCode, commandOf(phoneNumber))).toMatchObject({ code: 'otp_cooldown' });
    await world.code(phoneNumber);
    expect(world.provider.to(phoneNumber)).toHaveLength(1);
  });
});
