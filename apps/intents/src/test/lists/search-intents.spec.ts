import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import type {
  ChargePrepared,
  FindPhoneIndexesCommand,
  IntentPage,
  ListIntentsCommand,
  PaymentIntent,
  PhoneIndexes,
  PrepareChargeCommand,
  Reply,
} from '@paygate/contracts';
import { accept, findPhoneIndexes, prepareCharge } from '@paygate/contracts';
import { HandleCommand, MessagingModule } from '@paygate/messaging';
import { newId, PlatformModule, Sealer, ServiceConfig, sha256Base64url } from '@paygate/platform';
import type { RunningApp } from '@paygate/testing';
import { startApp } from '@paygate/testing';
import { valueHash } from '../../search/metadata-pairs.js';
import { LOOKED_THROUGH_MAX } from '../../reading/search-statement.js';
import { accepted, codeOf, IntentsUnderTest } from '../intents-under-test.js';

/** The indexes that the stand-in of charging has for a phone, the stored one first. */
const indexesOf = (phone: string): string[] => ['new', 'old'].map((key) => sha256Base64url(`${key}:${phone}`));
/** The id that it has for a phone as a customer. */
const customerOf = (phone: string): string => `cus_${phone.slice(1).padStart(26, '0')}`;
/** Under the key before, as payments of before its rotation are. */
let isBeforeRotation = false;

@Controller()
class ChargingStandIn {
  constructor(private readonly sealer: Sealer) {}

  @HandleCommand(prepareCharge)
  prepare({ phoneNumber, operator = 'mtn_momo' }: PrepareChargeCommand): Promise<Reply<ChargePrepared>> {
    const phone = phoneNumber === undefined ? '' : this.sealer.open(phoneNumber, 'begin-charge.phone');
    const [stored = '', old = ''] = indexesOf(phone);
    const phoneIndex = isBeforeRotation ? old : stored;
    const phoneMasked = `********${phone.slice(-2)}`;
    return Promise.resolve(accept({ operator, phoneMasked, phoneIndex, customerId: customerOf(phone) }));
  }

  @HandleCommand(findPhoneIndexes)
  indexes({ phoneNumber }: FindPhoneIndexesCommand): Promise<Reply<PhoneIndexes>> {
    return Promise.resolve(accept({ indexes: indexesOf(this.sealer.open(phoneNumber, 'search-intents.phone')) }));
  }
}
@Module({
  imports: [PlatformModule.forService('charging', ServiceConfig), MessagingModule.forService()],
  controllers: [ChargingStandIn],
})
class ChargingStandInModule {}

let intents: IntentsUnderTest;
let charging: RunningApp;
let gateway: Sealer;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
  charging = await startApp({
    name: 'charging',
    module: ChargingStandInModule,
    config: ServiceConfig,
    env: intents.env,
  });
  gateway = intents.sealerOf('gateway');
});
afterAll(async () => {
  await charging.stop();
  await intents.stop();
});

const idsOf = (page: IntentPage): readonly string[] => page.intents.map(({ id }) => id);
const found = async (query: Partial<ListIntentsCommand>): Promise<readonly string[]> =>
  idsOf(accepted(await intents.list(query)));

describe('a text finds an intent', () => {
  let intent: PaymentIntent;
  let chargeId: string;
  beforeAll(async () => {
    intent = await intents.created({ reference: 'order 1042', metadata: '{"cart":"Bé-7","n":9,"o":{"p":"deep"}}' });
    chargeId = accepted(await intents.charge(intent.id, intents.token(intent))).id;
    await intents.created({ reference: 'order 1043', metadata: '{"cart":"Bé-8"}' });
  });

  it('[2.23] by its id, the id of its charge, its reference, and any value of its metadata', async () => {
    for (const text of [intent.id, chargeId, 'order 1042', 'Bé-7']) expect(await found({ text })).toEqual([intent.id]);
  });

  it('[2.23] that has it, and no other', async () => {
    for (const text of ['order 1044', 'cart', '9', 'deep', newId('intent'), newId('charge')])
      expect(await found({ text })).toEqual([]);
  });

  it('once, however often it is in it, together with the other filters', async () => {
    const both = { reference: 'twice', metadata: '{"a":"twice","b":"twice"}' };
    const older = await intents.created({ metadata: '{"c":"twice"}', amount: '700' });
    const { id } = await intents.created(both);
    expect(await found({ text: 'twice' })).toEqual([id, older.id]);
    expect(await found({ text: 'twice', amountTo: '700' })).toEqual([older.id]);
    expect(await found({ text: 'twice', statuses: ['FAILED'] })).toEqual([]);
    expect(await found({ text: 'twice', reference: 'twice' })).toEqual([id]);
    expect(await found({ text: 'twice', metadata: [{ key: 'c', value: 'twice' }] })).toEqual([older.id]);
    expect(await found({ text: 'twice', startingAfter: id })).toEqual([older.id]);
    expect(await found({ text: 'twice', endingBefore: older.id })).toEqual([id]);
    expect(await found({ text: 'twice', createdTo: older.createdAt })).toEqual([]);
  });

  it('[2.23] of the merchant and the mode alone', async () => {
    for (const text of [intent.id, chargeId, 'order 1042', 'Bé-7']) {
      expect(await found({ text, merchantId: newId('merchant') })).toEqual([]);
      expect(await found({ text, mode: 'live' })).toEqual([]);
    }
  });

  it('a hash alone is no match: the text decides', async () => {
    const impostor = await intents.created({ metadata: '{"shop":"another"}' });
    await intents.sql.query('INSERT INTO intent_metadata_pair (pair_hash, created_at, intent_id) VALUES ($1, $2, $3)', [
      valueHash({ merchantId: intents.merchantId, mode: 'test' }, 'never given'),
      impostor.createdAt,
      impostor.id,
    ]);
    expect(await found({ text: 'never given' })).toEqual([]);
  });
});

it('[2.5] amounts are from and to, both inclusive, in each of several statuses', async () => {
  const merchantId = newId('merchant');
  const made: PaymentIntent[] = [];
  for (const amount of ['100', '200', '300', '400']) made.unshift(await intents.created({ merchantId, amount }));
  const [fourth, third, second, first] = made.map(({ id }) => id);
  accepted(await intents.cancel(second ?? '', { merchantId }));
  const of = (query: Partial<ListIntentsCommand>) => found({ merchantId, ...query });
  expect(await of({ amountFrom: '200', amountTo: '300' })).toEqual([third, second]);
  expect(await of({ amountFrom: '300' })).toEqual([fourth, third]);
  expect(await of({ amountTo: '100' })).toEqual([first]);
  expect(await of({ amountFrom: '301', amountTo: '399' })).toEqual([]);
  expect(await of({ amountTo: '300', statuses: ['CANCELED', 'FAILED'] })).toEqual([second]);
  expect(await of({ statuses: ['CANCELED', 'PENDING'] })).toEqual([fourth, third, second, first]);
  expect(await of({ status: 'CANCELED' })).toEqual([second]);
  const one = accepted(await intents.list({ merchantId, amountFrom: '100', amountTo: '300', limit: 1 }));
  expect(one).toMatchObject({ intents: [{ id: third }], hasMore: true, nextCursor: third });
  expect(await of({ amountTo: '300', startingAfter: third ?? '' })).toEqual([second, first]);
  expect(await of({ amountFrom: '300', endingBefore: second ?? '' })).toEqual([fourth, third]);
});

describe('a phone finds the payments by mobile money from it', () => {
  const phone = '+237677770042';
  const payFrom = async (from: string, change: { readonly mode?: 'live' } = {}): Promise<string> => {
    const intent = await intents.created(change);
    const token = intents.token(intent, change);
    const paymentMethod = {
      type: 'mobile_money' as const,
      phoneNumber: gateway.seal('charging', from, 'begin-charge.phone'),
    };
    accepted(await intents.charge(intent.id, token, { paymentMethod, ...change }));
    return intent.id;
  };
  const payerPhone = (number: string) => gateway.seal('charging', number, 'search-intents.phone');
  let paid: readonly string[];
  beforeAll(async () => {
    isBeforeRotation = true;
    const old = await payFrom(phone);
    isBeforeRotation = false;
    await payFrom('+237677770043');
    await payFrom(phone, { mode: 'live' });
    paid = [await payFrom(phone), old];
    await intents.created();
  });

  it('[2.24] under each key that they may be indexed under, and no other', async () => {
    expect(await found({ payerPhone: payerPhone(phone) })).toEqual(paid);
    expect(await found({ customerId: customerOf(phone) })).toEqual(paid);
    expect(await found({ payerPhone: payerPhone('+237677770044') })).toEqual([]);
    expect(await found({ payerPhone: payerPhone(phone), merchantId: newId('merchant') })).toEqual([]);
    expect(await found({ payerPhone: payerPhone(phone), mode: 'live' })).toHaveLength(1);
  });

  it('together with the other filters and a cursor', async () => {
    const [newer = '', older = ''] = paid;
    expect(await found({ payerPhone: payerPhone(phone), startingAfter: newer })).toEqual([older]);
    expect(await found({ payerPhone: payerPhone(phone), statuses: ['COMPLETED'] })).toEqual([]);
    expect(
      await found({ payerPhone: payerPhone(phone), statuses: ['PROCESSING'], amountTo: '5000', limit: 1 }),
    ).toEqual([newer]);
  });

  it('stays that of its one charge', async () => {
    await expect(
      intents.sql.query('UPDATE intent SET payer_phone_index = $2, version = version + 1 WHERE id = $1', [
        paid[0],
        'another',
      ]),
    ).rejects.toThrow('an intent is charged at most once');
  });

  it('cannot be searched for without charging', async () => {
    await charging.stop();
    // intents waits for charging almost as long
    const reply = await intents.list({ payerPhone: payerPhone(phone) }, 6_000);
    expect(codeOf(reply)).toBe('service_unavailable');
    expect(await found({ text: paid[0] ?? '' })).toEqual([paid[0]]);
  });
});

describe('a page looks through a bounded number of intents', () => {
  const merchantId = newId('merchant');
  const ROWS = LOOKED_THROUGH_MAX + 1_000;
  beforeAll(() =>
    intents.sql.query(
      `INSERT INTO intent (id, merchant_id, mode, amount, currency, metadata, created_at, expires_at, status,
         terminal_event_id, amount_refunded, event_sequence, version, updated_at)
       SELECT 'pi_' || lpad(n::text, 26, '0'), $1, 'test', CASE n WHEN 500 THEN 777 WHEN $2 - 10 THEN 777 ELSE 500 END, 'XAF',
         '{}', moment, moment + interval '1 day', CASE WHEN n % 2 = 0 THEN 'EXPIRED' ELSE 'CANCELED' END, 'evt_' || n, 0, 1, 1, moment
       FROM generate_series(1, $2::integer) AS n, LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 second') AS t (moment)`,
      [merchantId, ROWS],
    ),
  );

  it('[2.25] and the next one goes on where it has stopped, until all are looked through', async () => {
    const pages: IntentPage[] = [];
    let cursor: string | null = null;
    do {
      const next: Partial<ListIntentsCommand> = cursor === null ? {} : { startingAfter: cursor };
      const page = accepted(await intents.list({ merchantId, amountFrom: '777', ...next }));
      pages.push(page);
      cursor = page.nextCursor;
    } while (cursor !== null && pages.length < 5);
    expect(pages.map(({ intents: list, hasMore }) => [list.length, hasMore])).toEqual([
      [1, true],
      [1, false],
    ]);
    const none = accepted(await intents.list({ merchantId, amountFrom: '778' }));
    expect(none).toMatchObject({ intents: [], hasMore: true });
    expect(
      accepted(await intents.list({ merchantId, amountFrom: '778', startingAfter: none.nextCursor ?? '' })),
    ).toEqual({
      intents: [],
      hasMore: false,
      nextCursor: null,
    });
  });
});
