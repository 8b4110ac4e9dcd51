import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import type {
  ChargeFailed,
  ChargePrepared,
  ChargeSucceeded,
  ListIntentsCommand,
  PaymentIntent,
  PrepareChargeCommand,
  Reply,
} from '@paygate/contracts';
import { accept, chargeFailed, chargePrompted, chargeSucceeded, prepareCharge, referenceKey } from '@paygate/contracts';
import { HandleCommand, MessagingModule } from '@paygate/messaging';
import { newId, PlatformModule, referenceKeySql, ServiceConfig, sha256Base64url } from '@paygate/platform';
import type { RunningApp } from '@paygate/testing';
import { eventually, startApp } from '@paygate/testing';
import { accepted, IntentsUnderTest } from '../intents-under-test.js';

@Controller()
class ChargingStandIn {
  @HandleCommand(prepareCharge)
  prepare({ chargeId }: PrepareChargeCommand): Promise<Reply<ChargePrepared>> {
    return Promise.resolve(
      accept({ operator: 'orange_money', phoneMasked: '********01', phoneIndex: sha256Base64url(chargeId) }),
    );
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
  const { env } = intents;
  charging = await startApp({ name: 'charging', module: ChargingStandInModule, config: ServiceConfig, env });
});
afterAll(async () => {
  await charging.stop();
  await intents.stop();
});

interface Charged {
  readonly intent: PaymentIntent;
  readonly chargeId: string;
}

const charged = async (change: { readonly mode?: 'live' } = {}): Promise<Charged> => {
  const intent = await intents.created(change);
  const paymentMethod = { type: 'mobile_money' as const };
  const token = intents.token(intent, change);
  return { intent, chargeId: accepted(await intents.charge(intent.id, token, { paymentMethod, ...change })).id };
};
const outcomeOf = ({ intent, chargeId }: Charged, providerReference?: string) => ({
  ...{ chargeId, intentId: intent.id, merchantId: intent.merchantId, mode: intent.mode, amount: intent.amount },
  ...{ currency: intent.currency, occurredAt: new Date().toISOString() },
  ...(providerReference === undefined ? {} : { providerReference }),
});
const succeeded = (charge: Charged, number?: string): ChargeSucceeded => ({
  ...{ ...outcomeOf(charge, number), fee: '0', net: charge.intent.amount },
});
const declined = (charge: Charged, number?: string): ChargeFailed => ({
  ...{ ...outcomeOf(charge, number), code: 'payer_rejected', message: 'No.', nextStep: 'new_intent' },
});
const prompted = async ({ intent, chargeId }: Charged, providerReference?: string): Promise<void> => {
  const expiresAt = new Date(Date.now() + 300_000).toISOString();
  await intents.charging.emit(chargePrompted, {
    ...{ chargeId, intentId: intent.id, operator: 'orange_money', phoneMasked: '********01', expiresAt },
    ...(providerReference === undefined ? {} : { providerReference }),
  });
  await eventually(async () => (await numberOf(intent)).nextAction?.type === 'approve_on_phone');
};
const numberOf = async ({ id, merchantId, mode }: PaymentIntent): Promise<PaymentIntent> =>
  accepted(await intents.read(id, { merchantId, mode }));
const found = async (query: Partial<ListIntentsCommand>): Promise<readonly string[]> =>
  accepted(await intents.list(query)).intents.map(({ id }) => id);

/** Guarantees that a payment has the number that its operator gave it, in its events too, and is found by it. */
describe('the number of the operator', () => {
  it('[3.22] is on a payment from the moment at which charging knows it, and on its last event', async () => {
    const [paid, failed, waiting] = [await charged(), await charged(), await charged()];
    expect(paid.intent.providerReference).toBeNull();
    await prompted(waiting, 'MP261120.1101.A1');
    expect(await numberOf(waiting.intent)).toMatchObject({
      ...{ status: 'PROCESSING', providerReference: 'MP261120.1101.A1' },
    });
    // one that the outcome does not repeat stays
    await intents.charging.emit(chargeSucceeded, succeeded(waiting));
    await intents.charging.emit(chargeSucceeded, succeeded(paid, '8417205391'));
    await intents.charging.emit(chargeFailed, declined(failed, 'MP261120.1101.A2'));
    for (const [charge, type, providerReference] of [
      [waiting, 'intent.completed', 'MP261120.1101.A1'],
      [paid, 'intent.completed', '8417205391'],
      [failed, 'intent.failed', 'MP261120.1101.A2'],
    ] as const) {
      const event = await intents.event(charge.intent.id, type);
      expect(event.intent).toMatchObject({ providerReference });
      expect(await numberOf(charge.intent)).toMatchObject({ providerReference });
    }
  });

  it('[2.32] finds it as people type it, alone and with other filters, for its merchant in its mode alone', async () => {
    const number = 'MP261121.0903.A77929';
    const [first, second, live] = [await charged(), await charged(), await charged({ mode: 'live' })];
    // an operator may give a number twice
    for (const charge of [first, second]) await intents.charging.emit(chargeSucceeded, succeeded(charge, number));
    await intents.charging.emit(chargeSucceeded, succeeded(live, number));
    for (const { intent } of [first, second, live]) await intents.event(intent.id, 'intent.completed');
    const both = [second.intent.id, first.intent.id];
    const spellings = [
      ...[number, number.toLowerCase(), number.replaceAll('.', ''), number.replaceAll('.', ' '), ` ${number}\t`],
      ...[Array.from(number).join(' '), 'mp-261121-0903-a77929', 'MP 261121 0903 A 77 929', 'Mp261121·0903·a77929'],
    ];
    for (const typed of spellings) {
      expect([typed, await found({ providerReference: typed })]).toEqual([typed, both]);
      expect([typed, await found({ text: typed })]).toEqual([typed, both]);
    }
    for (const other of ['MP261121.0903.A7792', 'MP261121.0903.A779299', '77929', 'MP261121'])
      for (const query of [{ providerReference: other }, { text: other }]) expect(await found(query)).toEqual([]);
    for (const query of [{ providerReference: number }, { text: number }]) {
      expect(await found({ ...query, merchantId: newId('merchant') })).toEqual([]);
      expect(await found({ ...query, mode: 'live' })).toEqual([live.intent.id]);
      expect(await found({ ...query, statuses: ['FAILED'] })).toEqual([]);
      expect(await found({ ...query, amountFrom: '1', startingAfter: second.intent.id })).toEqual([first.intent.id]);
      expect(await found({ ...query, limit: 1 })).toEqual([second.intent.id]);
      expect(await found({ ...query, reference: 'another' })).toEqual([]);
    }
    expect(await found({ providerReference: number, text: first.intent.id })).toEqual([first.intent.id]);
  });

  it('is one text for the service and for its index', async () => {
    const texts = ['MP261120.1101.A77929', 'a b\tc', 'é·ß', 'ıİ', 'x'.repeat(64), '8417205391', ''];
    for (const text of texts) {
      const { rows } = await intents.sql.query<{ key: string }>(
        `SELECT ${referenceKeySql('$1::text COLLATE "C"')} AS key`,
        [text],
      );
      expect([text, rows[0]?.key]).toEqual([text, referenceKey(text)]);
    }
  });

  it('is of one form in the database, and no wallet has one', async () => {
    const { intent } = await charged();
    for (const number of ['', '=84', '84 17', '8'.repeat(65)])
      await expect(
        intents.sql.query('UPDATE intent SET provider_reference = $2, version = version + 1 WHERE id = $1', [
          ...[intent.id, number],
        ]),
      ).rejects.toThrow('intent_provider_reference');
    const wallet = await intents.created();
    accepted(await intents.charge(wallet.id, intents.token(wallet)));
    await expect(
      intents.sql.query(`UPDATE intent SET provider_reference = '84', version = version + 1 WHERE id = $1`, [
        wallet.id,
      ]),
    ).rejects.toThrow('intent_provider_reference');
  });
});
