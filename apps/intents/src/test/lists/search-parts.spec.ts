import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import type {
  ChargePrepared,
  FindPhoneIndexesCommand,
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
import { eventually, startApp } from '@paygate/testing';
import { accepted, IntentsUnderTest } from '../intents-under-test.js';

const indexOf = (phone: string): string => sha256Base64url(phone);
const endOf = (phone: string, merchantId = ''): string => sha256Base64url(`${merchantId} ${phone.slice(-4)}`);

@Controller()
class ChargingStandIn {
  constructor(private readonly sealer: Sealer) {}

  @HandleCommand(prepareCharge)
  prepare({ phoneNumber, merchantId }: PrepareChargeCommand): Promise<Reply<ChargePrepared>> {
    const phone = phoneNumber === undefined ? '' : this.sealer.open(phoneNumber, 'begin-charge.phone');
    const indexes = { phoneIndex: indexOf(phone), phoneEnd: endOf(phone, merchantId) };
    return Promise.resolve(accept({ operator: 'mtn_momo', phoneMasked: `********${phone.slice(-2)}`, ...indexes }));
  }

  @HandleCommand(findPhoneIndexes)
  indexes({ phoneNumber, merchantId }: FindPhoneIndexesCommand): Promise<Reply<PhoneIndexes>> {
    const phone = this.sealer.open(phoneNumber, 'search-intents.phone');
    return Promise.resolve(accept({ indexes: [indexOf(phone)], ends: [endOf(phone, merchantId)] }));
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
  const { env } = intents;
  charging = await startApp({ name: 'charging', module: ChargingStandInModule, config: ServiceConfig, env });
  gateway = intents.sealerOf('gateway');
});
afterAll(async () => {
  await charging.stop();
  await intents.stop();
});

const found = async (query: Partial<ListIntentsCommand>): Promise<readonly string[]> =>
  accepted(await intents.list(query)).intents.map(({ id }) => id);
const indexed = (): Promise<boolean> =>
  eventually(async () => (await intents.sql.query('SELECT FROM intent_search_due')).rowCount === 0);
/** A text as the gateway sends that of a body, with the phone that it may be. */
const typed = (text: string, phone = ''): Partial<ListIntentsCommand> => ({
  typed: gateway.seal('intents', text, 'search-intents.text'),
  payerPhone: gateway.seal('charging', phone, 'search-intents.phone'),
});

/** Guarantees that a shop finds its own payments by what it has of them, some seconds after their creation. */
describe('parts of what a payment says', () => {
  let first: PaymentIntent;
  let second: PaymentIntent;
  beforeAll(async () => {
    first = await intents.created({ reference: 'CMD-0142', description: 'Sac de riz 25 kg', amount: '12500' });
    second = await intents.created({ metadata: '{"customer":"Aïssatou Ngo"}', description: 'Riz', amount: '7100' });
    await intents.created({ reference: 'other', description: 'Huile' });
    await indexed();
  });

  it('[2.46] find it in any case, newest first, with the other filters and cursors', async () => {
    const both = [second.id, first.id];
    expect(await found({ text: 'riz' })).toEqual(both);
    expect(await found({ text: 'RIZ sac' })).toEqual([first.id]);
    for (const text of ['cmd 0142', 'cmd0142', '0142', '12 500', '12 500 FCFA', first.id.slice(-6)])
      expect([text, await found({ text })]).toEqual([text, [first.id]]);
    for (const text of ['aissatou', 'AÏSSATOU ngo', 'satou', '7 100 F'])
      expect([text, await found({ text })]).toEqual([text, [second.id]]);
    for (const text of ['riz blé', '014 riz huile', '1250', '·', 'customer'])
      expect([text, await found({ text })]).toEqual([text, []]);
    expect(await found({ text: 'riz', startingAfter: second.id })).toEqual([first.id]);
    expect(await found({ text: 'riz', endingBefore: first.id })).toEqual([second.id]);
    expect(await found({ text: 'riz', amountTo: '8000' })).toEqual([second.id]);
    expect(await found({ text: 'riz', statuses: ['COMPLETED'] })).toEqual([]);
    expect(await found({ text: 'riz', createdTo: second.createdAt, limit: 1 })).toEqual([first.id]);
    expect(accepted(await intents.list({ text: 'riz', limit: 1 }))).toMatchObject({
      ...{ intents: [{ id: second.id }], hasMore: true, nextCursor: second.id },
    });
  });

  it('[2.46] find nothing of another merchant or mode', async () => {
    for (const text of ['riz', 'cmd', '12500', 'aissatou', first.id.slice(-6)]) {
      expect(await found({ text, merchantId: newId('merchant') })).toEqual([]);
      expect(await found({ text, mode: 'live' })).toEqual([]);
    }
  });

  it('find a payment of weeks ago after those of this week', async () => {
    const old = await intents.created({ description: 'Riz rond' });
    const past = `created_at = created_at - interval '400 days'`;
    await intents.sql.query(`BEGIN; SET LOCAL session_replication_role = replica;
      UPDATE intent SET ${past} WHERE id = '${old.id}'; DELETE FROM intent_search WHERE intent_id = '${old.id}';
      INSERT INTO intent_search_due VALUES ('${old.id}') ON CONFLICT DO NOTHING; COMMIT`);
    await indexed();
    expect(await found({ text: 'riz' })).toEqual([second.id, first.id, old.id]);
    expect(await found({ text: 'riz', endingBefore: old.id })).toEqual([second.id, first.id]);
    expect(await found({ text: 'riz rond' })).toEqual([old.id]);
  });

  it('are compared: an entry alone is no match', async () => {
    const impostor = await intents.created({ description: 'Savon' });
    await indexed();
    await intents.sql.query(
      'UPDATE intent_search SET tokens = (SELECT tokens FROM intent_search WHERE intent_id = $1) WHERE intent_id = $2',
      [first.id, impostor.id],
    );
    expect(await found({ text: 'cmd 0142' })).toEqual([first.id]);
  });

  it('go into the index for many payments at once', async () => {
    const ENTRIES = 500;
    const { rows } = await intents.sql.query<{ 'QUERY PLAN': [{ Plan: { 'WAL Records': number } }] }>(
      `EXPLAIN (ANALYZE, WAL, FORMAT JSON) INSERT INTO intent_search
       SELECT 'pi_' || lpad(n::text, 26, '0'), now(), ARRAY (SELECT hashint4(n % 4 + part) FROM generate_series(1, 25) AS part)
         FROM generate_series(1, $1) AS n`,
      [ENTRIES],
    );
    // one for each part of each entry would be 27 of an entry
    expect(rows[0]?.['QUERY PLAN'][0].Plan['WAL Records']).toBeLessThan(6 * ENTRIES);
  });

  it('are those of an instance of the version before as well: a trigger notes each payment', async () => {
    const batch = [intents.order({ reference: 'lot-1' }), intents.order({ reference: 'lot-2' })];
    await intents.createBatch(batch);
    await indexed();
    expect(await found({ text: 'lot' })).toHaveLength(2);
  });
});

describe('a text that is a phone, or the end of one', () => {
  const phone = '+237677591001';
  let id: string;
  beforeAll(async () => {
    const intent = await intents.created();
    const phoneNumber = gateway.seal('charging', phone, 'begin-charge.phone');
    accepted(
      await intents.charge(intent.id, intents.token(intent), { paymentMethod: { type: 'mobile_money', phoneNumber } }),
    );
    ({ id } = intent);
  });

  it('[2.24] finds the payments from it, when it is sent sealed', async () => {
    for (const text of ['677 59 10 01', '+237 677-59-10-01', '677591001'])
      expect([text, await found(typed(text, phone))]).toEqual([text, [id]]);
    expect(await found(typed('1001', '1001'))).toEqual([id]);
    expect(await found(typed('1002', '1002'))).toEqual([]);
    for (const text of ['677 59 10 01', '1001']) expect(await found({ text })).toEqual([]);
  });

  it('[2.24] finds nothing of another merchant or mode', async () => {
    for (const other of [{ merchantId: newId('merchant') }, { mode: 'live' as const }])
      for (const [text, sealed] of [
        ['677 59 10 01', phone],
        ['1001', '1001'],
      ] as const)
        expect(await found({ ...typed(text, sealed), ...other })).toEqual([]);
  });

  it('finds what any text finds, too', async () => {
    const named = await intents.created({ reference: 'F-1001' });
    await indexed();
    expect(await found(typed('1001', '1001'))).toEqual([named.id, id]);
    expect(await found(typed('f-1001'))).toEqual([named.id]);
    expect(await found(typed('nothing'))).toEqual([]);
  });

  it('stays that of its one charge', async () => {
    await expect(
      intents.sql.query(`UPDATE intent SET payer_phone_end = 'another', version = version + 1 WHERE id = $1`, [id]),
    ).rejects.toThrow('an intent is charged at most once');
  });
});
