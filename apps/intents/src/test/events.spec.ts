import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Charge, ChargeFailed, ChargeSucceeded, Mode, OtpProgress, PaymentIntent } from '@paygate/contracts';
import { chargeFailed, chargeSucceeded, defineEvent, eventStreams, otpSent } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { accepted, IntentsUnderTest } from './intents-under-test.js';

let intents: IntentsUnderTest;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
});
afterAll(() => intents.stop());

const charged = async (): Promise<{ readonly intent: PaymentIntent; readonly charge: Charge }> => {
  const intent = await intents.created({ metadata: '{"odd" : 1.0}' });
  return { intent, charge: accepted(await intents.charge(intent.id, intents.token(intent))) };
};
const outcome = (
  charge: Charge,
): Pick<ChargeSucceeded, 'chargeId' | 'intentId' | 'merchantId' | 'mode' | 'occurredAt'> & {
  readonly amount: string;
  readonly currency: Charge['currency'];
} => ({
  chargeId: charge.id,
  intentId: charge.intentId,
  merchantId: intents.merchantId,
  mode: 'test',
  amount: charge.amount,
  currency: charge.currency,
  occurredAt: new Date().toISOString(),
});
const success = (charge: Charge): ChargeSucceeded => ({ ...outcome(charge), fee: '75', net: '4925' });
const decline = (charge: Charge): ChargeFailed => ({
  ...outcome(charge),
  code: 'insufficient_funds',
  message: 'The wallet holds too little',
  nextStep: 'other_method',
});
const otp = (
  intentId: string,
  occurredAt: Date,
  { merchantId = intents.merchantId, mode = 'test' }: { readonly merchantId?: string; readonly mode?: Mode } = {},
): OtpProgress => ({
  otpId: newId('otpChallenge'),
  intentId,
  merchantId,
  mode,
  occurredAt: occurredAt.toISOString(),
});

/** Events of one key are handled in order: when the last one has had its effect, the others had their chance. */
const settledAfter = async (charge: Charge): Promise<PaymentIntent> => {
  await intents.event(charge.intentId, 'intent.completed');
  return accepted(await intents.read(charge.intentId));
};

describe('the charge decides the end', () => {
  it('succeeded: COMPLETED, with its one event', async () => {
    const { intent, charge } = await charged();
    await intents.charging.emit(chargeSucceeded, success(charge));
    const event = await intents.event(intent.id, 'intent.completed');
    const after = accepted(await intents.read(intent.id));
    expect(event).toMatchObject({ sequence: 3, occurredAt: after.completedAt, intent: after });
    expect(after).toMatchObject({
      status: 'COMPLETED',
      fee: '75',
      net: '4925',
      metadata: '{"odd" : 1.0}',
      version: 3,
      failure: null,
    });
  });

  it('[3.10] failed: FAILED, and why', async () => {
    const { intent, charge } = await charged();
    await intents.charging.emit(chargeFailed, decline(charge));
    const event = await intents.event(intent.id, 'intent.failed');
    expect(event).toMatchObject({ sequence: 3, intent: accepted(await intents.read(intent.id)) });
    expect(event.intent).toMatchObject({
      status: 'FAILED',
      completedAt: null,
      failure: { code: 'insufficient_funds', message: 'The wallet holds too little', nextStep: 'other_method' },
    });
    const again = await intents.charge(intent.id, intents.token(intent));
    expect(again).toMatchObject({ code: 'intent_already_charged' });
  });

  it('a repeated charge returns its outcome', async () => {
    const intent = await intents.created();
    const token = intents.token(intent);
    const charge = accepted(await intents.charge(intent.id, token));
    await intents.charging.emit(chargeSucceeded, success(charge));
    await intents.event(intent.id, 'intent.completed');
    expect(await intents.charge(intent.id, token)).toEqual({
      ok: true,
      data: Object.assign(charge, { status: 'COMPLETED' }),
      replayed: true,
    });
  });

  it('[3.7] an outcome that is delivered twice ends the intent once', async () => {
    const { intent, charge } = await charged();
    await Promise.all(Array.from({ length: 5 }, () => intents.charging.emit(chargeSucceeded, success(charge))));
    await intents.event(intent.id, 'intent.completed');
    const { charge: last } = await charged();
    await intents.charging.emit(chargeSucceeded, success(last));
    await settledAfter(last);
    expect(accepted(await intents.read(intent.id)).version).toBe(3);
    expect(intents.eventsOf(intent.id, 'intent.completed')).toHaveLength(1);
  });

  it('[3.7] a terminal status never changes: a contradicting outcome becomes a dead letter', async () => {
    const { intent, charge } = await charged();
    await intents.charging.emit(chargeSucceeded, success(charge));
    await intents.event(intent.id, 'intent.completed');
    await intents.charging.emit(chargeFailed, decline(charge));
    await intents.deadLetter(intent.id);
    expect(accepted(await intents.read(intent.id)).status).toBe('COMPLETED');
    expect(intents.eventsOf(intent.id, 'intent.failed')).toEqual([]);
  });

  it('replaying every message from the beginning has no effect', async () => {
    const rows = async (): Promise<readonly { readonly id: string }[]> =>
      (await intents.sql.query<{ id: string }>('SELECT * FROM intent ORDER BY id')).rows;
    const before = await rows();
    const eventsBefore = intents.eventCount;
    await intents.replay(eventStreams.charging, eventStreams.otp);
    const { intent, charge } = await charged();
    await intents.charging.emit(chargeSucceeded, success(charge));
    await intents.event(intent.id, 'intent.completed');
    const after = (await rows()).filter(({ id }) => id !== intent.id);
    expect(after).toEqual(before);
    expect(intents.eventCount - intents.eventsOf(intent.id).length).toBe(eventsBefore);
  });
});

describe('a code that was sent sets nextAction', () => {
  const nextActionOf = async (intentId: string): Promise<string | undefined> =>
    accepted(await intents.read(intentId)).nextAction?.type;

  it('until the charge, in any order of arrival', async () => {
    const intent = await intents.created();
    const sent = (at: number) => intents.otp.emit(otpSent, otp(intent.id, new Date(at)));
    const isOfVersion = (version: number) =>
      eventually(async () => accepted(await intents.read(intent.id)).version === version);
    // events of several transactions may arrive in another order than they were emitted
    await sent(2_000);
    await isOfVersion(2);
    await sent(1_000);
    await sent(3_000);
    await isOfVersion(3);
    expect(accepted(await intents.read(intent.id))).toMatchObject({
      status: 'REQUIRES_ACTION',
      nextAction: { type: 'verify_otp' },
    });
    accepted(await intents.charge(intent.id, intents.token(intent)));
    expect(accepted(await intents.read(intent.id))).toMatchObject({
      status: 'PROCESSING',
      nextAction: null,
      version: 4,
    });
  });

  it('and an otp of the version before, which says that it was verified, changes nothing', async () => {
    const verified = defineEvent({ ...otpSent, type: 'otp.verified' });
    const [intent, last] = await Promise.all([intents.created(), intents.created()]);
    await intents.otp.emit(otpSent, otp(intent.id, new Date(1_000)));
    await eventually(async () => (await nextActionOf(intent.id)) === 'verify_otp');
    await intents.otp.emit(verified, otp(intent.id, new Date(2_000)));
    await intents.otp.emit(otpSent, otp(intent.id, new Date(3_000)));
    await eventually(async () => accepted(await intents.read(intent.id)).version === 3);
    expect(await nextActionOf(intent.id)).toBe('verify_otp');
    await intents.otp.emit(verified, otp(last.id, new Date(2_000)));
    await intents.otp.emit(otpSent, otp(last.id, new Date(1_000)));
    await eventually(async () => (await nextActionOf(last.id)) === 'verify_otp');
    expect(accepted(await intents.read(last.id)).version).toBe(2);
    expect(intents.isDeadLetter(intent.id) || intents.isDeadLetter(last.id)).toBe(false);
  });

  it('does not change an intent with a later status, or of another merchant', async () => {
    const { charge } = await charged();
    const [foreign, last] = await Promise.all([intents.created(), intents.created()]);
    await intents.otp.emit(otpSent, otp(charge.intentId, new Date()));
    await intents.otp.emit(otpSent, otp(foreign.id, new Date(), { merchantId: newId('merchant') }));
    await intents.otp.emit(otpSent, otp(foreign.id, new Date(), { mode: 'live' }));
    await intents.otp.emit(otpSent, otp(newId('intent'), new Date()));
    await intents.otp.emit(otpSent, otp(last.id, new Date()));
    await eventually(async () => (await nextActionOf(last.id)) === 'verify_otp');
    expect(accepted(await intents.read(charge.intentId))).toMatchObject({ status: 'PROCESSING', version: 2 });
    expect(accepted(await intents.read(foreign.id))).toEqual(foreign);
  });
});
