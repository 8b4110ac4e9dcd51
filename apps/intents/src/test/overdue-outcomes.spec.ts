import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import type { Charge, ChargeRequested, ChargeStatus, PaymentIntent, Reply } from '@paygate/contracts';
import { accept, chargeStatus, chargeSucceeded, refuse } from '@paygate/contracts';
import { HandleCommand, MessagingModule } from '@paygate/messaging';
import { PlatformModule, ServiceConfig } from '@paygate/platform';
import type { RunningApp } from '@paygate/testing';
import { eventually, startApp } from '@paygate/testing';
import { accepted, IntentsUnderTest } from './intents-under-test.js';

jest.setTimeout(60_000);

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

const charged = async (): Promise<{ readonly intent: PaymentIntent; readonly charge: Charge }> => {
  const intent = await intents.created();
  return { intent, charge: accepted(await intents.charge(intent.id, intents.token(intent))) };
};
const questionsAbout = ({ id }: PaymentIntent): readonly ChargeRequested[] =>
  asked.filter(({ intentId }) => intentId === id);

/** Guarantees that no payment stays PROCESSING because a message was lost: nobody publishes an outcome here. */
describe('a charge whose outcome is overdue', () => {
  it('is asked about, with all that charging needs to begin it, until its outcome is known', async () => {
    const { intent, charge } = await charged();
    await eventually(() => questionsAbout(intent).length >= 2);
    expect(questionsAbout(intent)[0]).toMatchObject({
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

function fail(): never {
  throw new Error('charging was not asked');
}
