import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import type { Charge, ChargeRequested, ChargeStatus, PaymentIntent, Reply } from '@paygate/contracts';
import { accept, chargePrompted, chargeStatus, chargeSucceeded, refuse } from '@paygate/contracts';
import { HandleCommand, MessagingModule } from '@paygate/messaging';
import { newId, PlatformModule, ServiceConfig } from '@paygate/platform';
import type { RunningApp } from '@paygate/testing';
import { eventually, startApp } from '@paygate/testing';
import { RecordChargeOutcomes } from '../charging/record-charge-outcomes.js';
import { accepted, IntentsUnderTest } from './intents-under-test.js';

let intents: IntentsUnderTest;
let charging: RunningApp;
const asked: ChargeRequested[] = [];
let answer: (request: ChargeRequested) => Reply<ChargeStatus>;

@Controller()
class ChargingStandIn {
  @HandleCommand(chargeStatus)
  status(request: ChargeRequested): Promise<Reply<ChargeStatus>> {
    asked.push(request);
    return Promise.resolve(answer(request));
  }
}
@Module({
  imports: [PlatformModule.forService('charging', ServiceConfig), MessagingModule.forService()],
  controllers: [ChargingStandIn],
})
class ChargingStandInModule {}

const base = ({ chargeId, intentId, merchantId, mode, amount, currency }: ChargeRequested) => ({
  ...{ chargeId, intentId, merchantId, mode, amount, currency },
  occurredAt: new Date().toISOString(),
});
const succeeded = (request: ChargeRequested): ChargeStatus => ({
  chargeId: request.chargeId,
  succeeded: { ...base(request), fee: '75', net: '4925' },
});
const pending = ({ chargeId }: ChargeRequested): Reply<ChargeStatus> => accept({ chargeId });

beforeAll(async () => {
  answer = pending;
  intents = await IntentsUnderTest.start({ OUTCOME_SECONDS: '1' });
  charging = await startApp({
    name: 'charging',
    module: ChargingStandInModule,
    config: ServiceConfig,
    env: intents.env,
  });
});
afterAll(async () => {
  await charging.stop();
  await intents.stop();
});

const charged = async (
  change: Parameters<IntentsUnderTest['created']>[0] = {},
): Promise<{ readonly intent: PaymentIntent; readonly charge: Charge }> => {
  const intent = await intents.created(change);
  return { intent, charge: accepted(await intents.charge(intent.id, intents.token(intent))) };
};
const questionsAbout = ({ id }: PaymentIntent): readonly ChargeRequested[] =>
  asked.filter(({ intentId }) => intentId === id);

/** Guarantees that no payment stays PROCESSING because a message was lost: nobody publishes an outcome here. */
describe('a charge whose outcome is overdue', () => {
  it('is asked about, with all that charging needs to begin it, until its outcome is known', async () => {
    const actor = newId('apiKey');
    const { intent, charge } = await charged({ actor });
    await eventually(() => questionsAbout(intent).length >= 2);
    expect(questionsAbout(intent)[0]).toMatchObject({
      actor,
      ...{ chargeId: charge.id, amount: '5000', currency: 'XAF', method: 'wallet', acceptedAt: charge.createdAt },
    });
    expect(accepted(await intents.read(intent.id))).toMatchObject({ status: 'PROCESSING', version: 2 });

    answer = (request) => accept(succeeded(request));
    const event = await intents.event(intent.id, 'intent.completed');
    answer = pending;
    expect(event).toMatchObject({ sequence: 3, intent: { status: 'COMPLETED', fee: '75' } });

    const questions = questionsAbout(intent).length;
    await intents.charging.emit(chargeSucceeded, {
      ...base(questionsAbout(intent)[0] ?? fail()),
      fee: '75',
      net: '4925',
    });
    const { intent: later } = await charged();
    await eventually(() => questionsAbout(later).length >= 2);
    expect(questionsAbout(intent)).toHaveLength(questions);
    expect(intents.distinctEventsOf(intent.id, 'intent.completed')).toHaveLength(1);
  });

  it('fails with the decline that charging returns', async () => {
    const { intent } = await charged();
    const failed = { code: 'rail_unavailable', message: 'Too late.', nextStep: 'new_intent' } as const;
    answer = (request) => accept({ chargeId: request.chargeId, failed: { ...base(request), ...failed } });
    expect(await intents.event(intent.id, 'intent.failed')).toMatchObject({ intent: { failure: failed } });
    answer = pending;
  });

  it('is asked about again after a refusal, and an answer that contradicts it changes nothing', async () => {
    const { intent } = await charged();
    answer = () => refuse('service_unavailable');
    await eventually(() => questionsAbout(intent).length >= 1);
    answer = (request) => accept(succeeded(Object.assign({}, request, { amount: '1' })));
    await eventually(() => questionsAbout(intent).length >= 3);
    expect(accepted(await intents.read(intent.id)).status).toBe('PROCESSING');
    answer = (request) => accept(succeeded(request));
    await intents.event(intent.id, 'intent.completed');
    answer = pending;
  });
});

/** Guarantees that a merchant learns of a payment in doubt, from what charging says and once. */
describe('a charge that is overdue', () => {
  const awaiting = { type: 'await_outcome', operator: null, phoneMasked: null, expiresAt: null };
  const delaysOf = ({ id }: PaymentIntent) => intents.distinctEventsOf(id, 'intent.delayed');

  it('[2.27] says so once charging, which was asked, has no outcome, and notifies once', async () => {
    const { intent, charge } = await charged();
    await eventually(() => questionsAbout(intent).length >= 1);
    expect(accepted(await intents.read(intent.id)).nextAction).toBeNull();
    await intents.age(intent.id, 5);

    const event = await intents.event(intent.id, 'intent.delayed');
    expect(event).toMatchObject({
      ...{ sequence: 3 },
      intent: { status: 'PROCESSING', version: 3, nextAction: { ...awaiting, since: charge.createdAt } },
    });
    const asked = questionsAbout(intent).length;
    await intents.age(intent.id, 5);
    await eventually(() => questionsAbout(intent).length > asked);
    await intents.charging.emit(chargePrompted, {
      ...{ chargeId: charge.id, intentId: intent.id, operator: 'mtn_momo', phoneMasked: '********01' },
      expiresAt: new Date(Date.now() + 300_000).toISOString(),
    });

    answer = (request) => accept(succeeded(request));
    await intents.age(intent.id, 1);
    const completed = await intents.event(intent.id, 'intent.completed');
    answer = pending;
    expect(completed).toMatchObject({ sequence: 4, intent: { status: 'COMPLETED', nextAction: null } });
    expect(delaysOf(intent)).toHaveLength(1);
  });

  it('[2.27] waits for the end of the prompt, when that is later', async () => {
    const { intent, charge } = await charged();
    const expiresAt = new Date(Date.parse(charge.createdAt) + 420_000).toISOString();
    await intents.charging.emit(chargePrompted, {
      ...{ chargeId: charge.id, intentId: intent.id, operator: 'mtn_momo', phoneMasked: '********01', expiresAt },
    });
    await eventually(async () => accepted(await intents.read(intent.id)).nextAction?.type === 'approve_on_phone');
    for (const minutes of [6, 0]) {
      const asked = questionsAbout(intent).length;
      await intents.age(intent.id, minutes);
      await eventually(() => questionsAbout(intent).length > asked);
    }
    expect(accepted(await intents.read(intent.id)).nextAction?.type).toBe('approve_on_phone');
    await intents.age(intent.id, 1);
    expect(await intents.event(intent.id, 'intent.delayed')).toMatchObject({
      intent: { nextAction: { ...awaiting, since: charge.createdAt } },
    });
  });

  it('says nothing while charging does not answer', async () => {
    const { intent } = await charged();
    answer = () => refuse('service_unavailable');
    await intents.age(intent.id, 60);
    const asked = questionsAbout(intent).length;
    await eventually(() => questionsAbout(intent).length > asked);
    expect(accepted(await intents.read(intent.id)).nextAction).toBeNull();
    answer = pending;
    await intents.age(intent.id, 1);
    await intents.event(intent.id, 'intent.delayed');
  });

  it('[2.27] is recorded once, whoever asks at the same time', async () => {
    const other = await intents.startInstance();
    const { intent } = await charged();
    await intents.age(intent.id, 5);
    await Promise.all(
      [1, 2, 3].map(() => other.get(RecordChargeOutcomes).recordDelay(intent.id, { requestId: newId('request') })),
    );
    expect(accepted(await intents.read(intent.id))).toMatchObject({ version: 3 });
    await intents.event(intent.id, 'intent.delayed');
    expect(delaysOf(intent)).toHaveLength(1);
  });
});

function fail(): never {
  throw new Error('charging was not asked');
}
