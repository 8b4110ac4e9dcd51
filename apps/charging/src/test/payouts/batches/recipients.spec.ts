import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { PayoutBatch } from '@paygate/contracts';
import { UnitOfWork } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { RailSimulator, RunningApp } from '@paygate/testing';
import { ledgerOf } from '../../../books/ledger/domain/ledger.js';
import { OpenRows } from '../../../outgoing/payouts/batches/open-rows.js';
import { ReleaseRows } from '../../../outgoing/payouts/batches/release-rows.js';
import { OperationsRepository } from '../../../rails/operations/operations.repository.js';
import { ChargingUnderTest } from '../../charging-under-test.js';
import { FAST, MobileMoney } from '../../mobile-money.js';
import { accepted, PayoutsUnderTest } from '../payouts-under-test.js';
import { BatchesUnderTest, earnedBy, phonesOf } from './batches-under-test.js';

jest.setTimeout(240_000);

const [FIRST = '', SECOND = ''] = phonesOf(2);

/** Guarantees that an owner who revokes a recipient stops what was not sent, and that a later batch to the number makes another recipient. */
describe('a recipient of a batch', () => {
  let simulator: RailSimulator;
  let world: ChargingUnderTest;
  let app: RunningApp;
  let payouts: PayoutsUnderTest;
  let batches: BatchesUnderTest;
  let earned: (amount: string) => Promise<string>;
  beforeAll(async () => {
    simulator = await MobileMoney.simulator();
    world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST });
    app = await world.start();
    jest.spyOn(app.get(ReleaseRows), 'release').mockResolvedValue(undefined);
    jest.spyOn(app.get(OperationsRepository), 'claim').mockResolvedValue({ operations: [], nextSeconds: null });
    const [intents, operator] = await Promise.all([world.startNeighbour('intents'), world.startOperator()]);
    earned = (amount) => earnedBy({ world, operator, intents }, amount);
    payouts = await PayoutsUnderTest.start(world);
    batches = await BatchesUnderTest.start(world);
  });
  afterAll(async () => {
    await batches.stop();
    await payouts.stop();
    await world.end();
    await simulator.stop();
  });

  async function approved(merchantId: string, ...phones: readonly string[]): Promise<PayoutBatch> {
    return accepted(
      await batches.approve(
        await batches.ready(
          merchantId,
          phones.map((phone) => ({ phone })),
        ),
      ),
    );
  }

  /** The recipients of the rows of a batch, in the order of their numbers. */
  const recipientsOf = async ({ batchId }: PayoutBatch) => {
    const rows = await world.database.query<{ id: string }>(
      'SELECT destination_id AS id FROM payout_batch_row WHERE batch_id = $1 ORDER BY number',
      [batchId],
    );
    return rows.map(({ id }) => id);
  };
  const statesOf = async (batch: PayoutBatch) => (await batches.rowsOf(batch)).map(({ status }) => status);

  it('that is revoked gets no row that was not released; the others go on, and a later batch makes another recipient', async () => {
    const merchantId = await earned('10000');
    const both = await approved(merchantId, FIRST, SECOND, FIRST);
    const alone = await approved(merchantId, FIRST);
    const [first = '', second = ''] = await recipientsOf(both);
    expect(await recipientsOf(alone)).toEqual([first]);
    expect(accepted(await payouts.revoke(merchantId, first))).toMatchObject({
      destinationId: first,
      status: 'revoked',
    });
    await payouts.acted('payout_destination.revoked', first);
    expect(await statesOf(both)).toEqual(['CANCELED', 'PENDING', 'CANCELED']);
    expect((await batches.get(both)).status).toBe('PROCESSING');
    expect(await batches.get(alone)).toMatchObject({ status: 'COMPLETED', counts: { canceled: 1 } });
    // revoking it again answers the same
    expect(accepted(await payouts.revoke(merchantId, first)).status).toBe('revoked');
    const later = await approved(merchantId, FIRST, SECOND);
    const [another, same] = await recipientsOf(later);
    expect(another).not.toBe(first);
    expect(same).toBe(second);
    expect(accepted(await payouts.list(merchantId)).destinations).toEqual([]);
    expect(await world.violations()).toEqual([]);
  });

  it('that is revoked is sent nothing that was released and not begun: it fails, and the money is available again', async () => {
    const merchantId = await earned('10000');
    const batch = await approved(merchantId, FIRST, SECOND);
    const payers = [{ merchantId, ledger: ledgerOf('test', 'XAF') }];
    await app.get(UnitOfWork).run((tx) => app.get(OpenRows).open(tx, payers), { requestId: newId('request') });
    const [first = ''] = await recipientsOf(batch);
    accepted(await payouts.revoke(merchantId, first));
    expect(await statesOf(batch)).toEqual(['FAILED', 'PENDING']);
    const [failed] = (await batches.rowsOf(batch)).map(({ payoutId }) => payoutId ?? '');
    expect(accepted(await payouts.get(merchantId, failed ?? '')).failure).toMatchObject({
      code: 'destination_revoked',
    });
    expect(await world.violations()).toEqual([]);
  });

  it('is revoked by its own merchant alone, pays nothing and changes in no other way', async () => {
    const [merchantId, other] = [await earned('10000'), await earned('10000')];
    const [first = ''] = await recipientsOf(await approved(merchantId, FIRST));
    expect(await payouts.revoke(other, first)).toMatchObject({ code: 'payout_destination_not_found' });
    expect(await payouts.pay(merchantId, first)).toMatchObject({ code: 'payout_destination_not_found' });
    for (const change of [`phone_index = 'x'`, `kind = 'own', phone_index = NULL`])
      await expect(
        world.database.query(`UPDATE payout_destination SET ${change} WHERE destination_id = $1`, [first]),
      ).rejects.toThrow('a destination never changes');
    accepted(await payouts.revoke(merchantId, first));
    await expect(
      world.database.query(`UPDATE payout_destination SET phone_index = 'x' WHERE destination_id = $1`, [first]),
    ).rejects.toThrow('a destination never changes');
  });
});
