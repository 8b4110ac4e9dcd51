import { Controller, Module } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChargePrepared, MerchantActed, PrepareChargeCommand, Reply } from '@paygate/contracts';
import { accept, eventStreams, prepareCharge } from '@paygate/contracts';
import { HandleCommand, MessagingModule } from '@paygate/messaging';
import { newId, PlatformModule, ServiceConfig } from '@paygate/platform';
import type { RunningApp } from '@paygate/testing';
import { eventCollector, startApp } from '@paygate/testing';
import { accepted, codeOf, IntentsUnderTest } from './intents-under-test.js';

const prepared = { operator: 'mtn_momo', phoneMasked: '********02' } as const;
const requests: PrepareChargeCommand[] = [];

@Controller()
class ChargingStandIn {
  @HandleCommand(prepareCharge)
  prepare(request: PrepareChargeCommand): Promise<Reply<ChargePrepared>> {
    requests.push(request);
    return Promise.resolve(accept(prepared));
  }
}
@Module({
  imports: [PlatformModule.forService('charging', ServiceConfig), MessagingModule.forService()],
  controllers: [ChargingStandIn],
})
class ChargingStandInModule {}

let intents: IntentsUnderTest;
let charging: RunningApp;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
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

describe('the token of an ask', () => {
  const actor = newId('member');
  const asked = { sub: 'asked', kind: 'operator_pin', actor, phone: 'sealed' };
  const mobile = () => ({
    paymentMethod: { type: 'mobile_money' } as const,
    provedPhone: intents.sealedPhone('+237677770002'),
  });

  it('[4.22] charges no wallet, no other intent, nothing after five minutes, and nothing without its phone or its asker', async () => {
    const [intent, other] = [await intents.created(), await intents.created()];
    const refusals = [
      [intent.id, intents.token(intent, asked), {}],
      [intent.id, intents.token(intent, asked), { paymentMethod: { type: 'wallet' } as const }],
      [intent.id, intents.token(intent, asked), { paymentMethod: { type: 'mobile_money' } as const }],
      [other.id, intents.token(intent, asked), mobile()],
      [intent.id, intents.unboundToken(asked), mobile()],
      [intent.id, intents.token(intent, { ...asked, phone: undefined }), mobile()],
      [intent.id, intents.token(intent, { ...asked, kind: undefined }), mobile()],
      [intent.id, intents.token(intent, { ...asked, kind: 'code' }), mobile()],
      [intent.id, intents.token(intent, { ...asked, actor: undefined }), mobile()],
      [intent.id, intents.token(intent, { ...asked, actor: newId('user') }), mobile()],
      [intent.id, intents.token(intent, { ...asked, amount: '4999' }), mobile()],
    ] as const;
    for (const [id, token, change] of refusals)
      expect(codeOf(await intents.charge(id, token, change))).toBe('token_invalid');
    const late = intents.token(intent, { ...asked, now: new Date(Date.now() - 301_000) });
    expect(codeOf(await intents.charge(intent.id, late, mobile()))).toBe('token_expired');
    const ofUser = await intents.created({ userId: newId('user') });
    expect(codeOf(await intents.charge(ofUser.id, intents.token(ofUser, asked), mobile()))).toBe('token_invalid');
  });

  it('[4.22] says to charging that nobody has proved the phone, is used once, and each ask is in the audit trail', async () => {
    const acts = await eventCollector(intents.env['TOPIC_PREFIX'] ?? '', eventStreams.intentsAudit);
    const [intent, other] = [await intents.created(), await intents.created()];
    const token = intents.token(intent, asked);
    const charge = accepted(await intents.charge(intent.id, token, mobile()));
    expect(requests).toMatchObject([{ intentId: intent.id, asked: true, otherPhones: false }]);
    expect(requests[0]).not.toHaveProperty('userId');
    expect(await intents.charge(intent.id, token, mobile())).toMatchObject({ replayed: true, data: { id: charge.id } });
    expect(codeOf(await intents.charge(other.id, token, mobile()))).toBe('otp_token_used');
    const guest = await intents.created();
    accepted(await intents.charge(guest.id, intents.token(guest, { sub: 'guest', phone: 'sealed' }), mobile()));
    expect(requests.at(-1)).not.toHaveProperty('asked');
    const { payload } = await acts.next(({ payload: act }) => (act as MerchantActed).action === 'phone.asked');
    expect(payload).toEqual({
      ...{ merchantId: intents.merchantId, mode: 'test', action: 'phone.asked', subject: intent.id, actor },
    });
    const asks = acts.events.filter(({ payload: act }) => (act as MerchantActed).action === 'phone.asked');
    expect(asks).toHaveLength(1);
    await acts.stop();
  });
});
