import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import type {
  ChargePrepared,
  FindPhoneIndexesCommand,
  ListIntentsCommand,
  PhoneIndexes,
  PrepareChargeCommand,
  Reply,
} from '@paygate/contracts';
import { accept, compileChecker, findPhoneIndexes, listIntents, prepareCharge } from '@paygate/contracts';
import { HandleCommand, MessagingModule } from '@paygate/messaging';
import { PlatformModule, Sealer, ServiceConfig, sha256Base64url } from '@paygate/platform';
import type { RunningApp } from '@paygate/testing';
import { startApp } from '@paygate/testing';
import { accepted, IntentsUnderTest } from '../intents-under-test.js';

/* During an upgrade, lists are asked for by a gateway of the version before, or of payments that its charging has prepared. */

/** Charging as it answered before it knew the ends of phones and customers. */
@Controller()
class ChargingBefore {
  constructor(private readonly sealer: Sealer) {}

  @HandleCommand(prepareCharge)
  prepare({ phoneNumber }: PrepareChargeCommand): Promise<Reply<ChargePrepared>> {
    const phone = phoneNumber === undefined ? '' : this.sealer.open(phoneNumber, 'begin-charge.phone');
    const phoneIndex = sha256Base64url(phone);
    return Promise.resolve(accept({ operator: 'mtn_momo', phoneMasked: `********${phone.slice(-2)}`, phoneIndex }));
  }

  @HandleCommand(findPhoneIndexes)
  indexes({ phoneNumber }: FindPhoneIndexesCommand): Promise<Reply<PhoneIndexes>> {
    const phone = this.sealer.open(phoneNumber, 'search-intents.phone');
    return Promise.resolve(accept({ indexes: [sha256Base64url(phone)] }));
  }
}
@Module({
  imports: [PlatformModule.forService('charging', ServiceConfig), MessagingModule.forService()],
  controllers: [ChargingBefore],
})
class ChargingBeforeModule {}

const phone = '+237677591001';
let intents: IntentsUnderTest;
let charging: RunningApp;
let gateway: Sealer;
/** The payment from the phone, and one of nobody. */
let paid: string;
let open: string;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
  const { env } = intents;
  charging = await startApp({ name: 'charging', module: ChargingBeforeModule, config: ServiceConfig, env });
  gateway = intents.sealerOf('gateway');
  const intent = await intents.created({ reference: 'order-1042' });
  const phoneNumber = gateway.seal('charging', phone, 'begin-charge.phone');
  const paymentMethod = { type: 'mobile_money' as const, phoneNumber };
  accepted(await intents.charge(intent.id, intents.token(intent), { paymentMethod }));
  [paid, open] = [intent.id, (await intents.created()).id];
});
afterAll(async () => {
  await charging.stop();
  await intents.stop();
});

const found = async (query: Partial<ListIntentsCommand>): Promise<readonly string[]> =>
  accepted(await intents.list(query)).intents.map(({ id }) => id);

it.each<[string, string, () => readonly string[]]>([
  ['nothing', '{}', () => [open, paid]],
  ['one status', '{"status":"PENDING"}', () => [open]],
  ['several statuses', '{"statuses":["PROCESSING","COMPLETED"]}', () => [paid]],
  ['a reference', '{"reference":"order-1042"}', () => [paid]],
  ['a text', '{"text":"order-1042"}', () => [paid]],
  ['pairs of metadata', '{"metadata":[{"key":"order","value":"none"}]}', () => []],
])('a gateway of the version before lists payments by %s', async (_, fields, expected) => {
  const command = `{"merchantId":"${intents.merchantId}","mode":"test","limit":20,${fields.slice(1)}`;
  const sent = JSON.parse(command.replace(',}', '}')) as ListIntentsCommand;
  expect(compileChecker(listIntents.request)(sent)).toEqual([]);
  expect(accepted(await intents.send(listIntents, sent)).intents.map(({ id }) => id)).toEqual(expected());
});

it('a gateway of the version before searches by a whole phone alone', async () => {
  const sealed = (number: string) => gateway.seal('charging', number, 'search-intents.phone');
  expect(await found({ payerPhone: sealed(phone) })).toEqual([paid]);
  expect(await found({ payerPhone: sealed('+237677591002') })).toEqual([]);
});

it('a payment that charging of the version before has prepared is found by its phone, and not by the last digits', async () => {
  const typed = (text: string, number: string): Partial<ListIntentsCommand> => ({
    typed: gateway.seal('intents', text, 'search-intents.text'),
    payerPhone: gateway.seal('charging', number, 'search-intents.phone'),
  });
  expect(await found(typed('677 59 10 01', phone))).toEqual([paid]);
  expect(await found(typed('1001', '1001'))).toEqual([]);
  expect(await found(typed(paid, ''))).toEqual([paid]);
  expect(accepted(await intents.read(paid))).toMatchObject({ payer: { phoneMasked: '********01' } });
});
