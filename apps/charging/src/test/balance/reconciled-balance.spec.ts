import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@paygate/platform';
import { ChargingUnderTest } from '../charging-under-test.js';
import { accepted, BalanceUnderTest } from './balance-under-test.js';

const DAY_HOURS = 24;

let world: ChargingUnderTest;
let balance: BalanceUnderTest;
/** So many days ago in Africa/Douala, by the database's clock. */
let dayAgo: (days: number) => string;
beforeAll(async () => {
  const today = new Date(Date.now() + 3_600_000).getTime();
  dayAgo = (days) => new Date(today - days * DAY_HOURS * 3_600_000).toISOString().slice(0, 10);
  const since = firstOf(dayAgo);
  world = await ChargingUnderTest.prepare({ MTN_MOMO_RECONCILED_FROM: since });
  await world.start();
  balance = await BalanceUnderTest.start(world);
});
afterAll(() => world.end());

/** A day of configuration that is at least ten days ago: one up to the 28th. */
function firstOf(ago: (days: number) => string): string {
  const found = [10, 11, 12, 13].map(ago).find((day) => Number(day.slice(8)) <= 28);
  if (found === undefined) throw new Error('no such day');
  return found;
}

/** Stores the comparison of a rail's statement for a day. */
async function statementOf(
  day: string,
  { rail = 'mtn_momo', mode = 'live', differs = 0 }: { rail?: string; mode?: string; differs?: number } = {},
): Promise<void> {
  await world.database.query(
    `UPDATE reconciliation_run SET state = 'replaced' WHERE (rail, mode, day) = ($1, $2, $3::date) AND state = 'compared'`,
    [rail, mode, day],
  );
  await world.database.query(
    `INSERT INTO reconciliation_run (rail, mode, day, source, state, file_hash, file_bytes, compared_at, differs)
     VALUES ($1, $2, $3, 'uploaded', 'compared', repeat('0', 64), 1, clock_timestamp(), $4)`,
    [rail, mode, day, differs],
  );
}

const live = async (merchantId: string) => (await balance.read(merchantId, 'live')).balances[0];

/** Guarantees that money of a reconciled rail is available by its schedule only if its day matches. */
describe('what a reconciled rail has collected', () => {
  it('is available once its day matches, whatever other days do', async () => {
    const merchantId = newId('merchant');
    await balance.collected(merchantId, { ledger: 950, hoursAgo: 3 * DAY_HOURS });
    await balance.collected(merchantId, { ledger: 950, hoursAgo: 5 * DAY_HOURS });
    expect(await live(merchantId)).toMatchObject({ available: '0', pending: '1372', upcoming: [{ amount: '1372' }] });
    await statementOf(dayAgo(3), { differs: 1 });
    expect(await live(merchantId)).toMatchObject({ available: '0', pending: '1372' });
    await statementOf(dayAgo(3));
    expect(await live(merchantId)).toMatchObject({ available: '686', pending: '686', upcoming: [{ amount: '686' }] });
    await statementOf(dayAgo(5), { mode: 'test' });
    await statementOf(dayAgo(5), { rail: 'orange_money' });
    expect(await live(merchantId)).toMatchObject({ available: '686', pending: '686' });
    await statementOf(dayAgo(5));
    expect(await live(merchantId)).toMatchObject({ available: '1372', pending: '0', upcoming: [] });
  });

  it('waits again when a corrected statement does not match', async () => {
    const merchantId = newId('merchant');
    await balance.collected(merchantId, { ledger: 950, hoursAgo: 6 * DAY_HOURS });
    await statementOf(dayAgo(6));
    expect(await live(merchantId)).toMatchObject({ available: '686' });
    await statementOf(dayAgo(6), { differs: 1 });
    expect(await live(merchantId)).toMatchObject({ available: '0', pending: '686' });
    const accept = `UPDATE reconciliation_run SET accepted_at = clock_timestamp(), acceptance = 'agreed' WHERE state = 'compared' AND day = $1`;
    await world.database.query(accept, [dayAgo(6)]);
    expect(await live(merchantId)).toMatchObject({ available: '686', pending: '0' });
  });

  it('is not available before its schedule, however early its day matches', async () => {
    const merchantId = newId('merchant');
    await balance.collected(merchantId, { ledger: 950 });
    await statementOf(dayAgo(0));
    const read = await live(merchantId);
    const midnight = new Date(Date.parse(`${dayAgo(-1)}T00:00:00+01:00`)).toISOString();
    expect(read).toMatchObject({ available: '0', pending: '686', upcoming: [{ at: midnight, amount: '686' }] });
  });

  it('before the first reconciled day goes by the schedule alone', async () => {
    const merchantId = newId('merchant');
    await balance.collected(merchantId, { ledger: 950, hoursAgo: 20 * DAY_HOURS });
    expect(await live(merchantId)).toMatchObject({ available: '686', pending: '0' });
  });

  it('keeps nothing of other rails, of wallets or of test mode waiting', async () => {
    const merchantId = newId('merchant');
    await balance.collected(merchantId, { ledger: 950, hoursAgo: 4 * DAY_HOURS, rail: 'orange_money' });
    await balance.collected(merchantId, { hoursAgo: 4 * DAY_HOURS });
    expect(await live(merchantId)).toMatchObject({ available: '686', pending: '0' });
    expect((await balance.read(merchantId)).balances).toMatchObject([{ available: '686', pending: '0' }]);
    expect(accepted(await balance.list(merchantId)).entries).toHaveLength(1);
  });
});
