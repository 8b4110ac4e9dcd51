import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { mobileOperators } from '@paygate/contracts';
import type { RailSimulator } from '@paygate/testing';
import { eventually } from '@paygate/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { nextPollSeconds } from '../rails/operations/pace/poll-ladder.js';
import { ChargingUnderTest } from './charging-under-test.js';
import { FAST, MobileMoney } from './mobile-money.js';

/* Prints how often a pending operation is asked about. POLLED_MINUTES=60 watches its first hour, which takes three minutes. */

const MINUTES = Number(process.env['POLLED_MINUTES'] ?? 2);
const OF_EACH_RAIL = 2;
const COMPRESSION = Number(FAST.RAIL_TIME_COMPRESSION);
const WATCHED_MS = (MINUTES * 60_000) / COMPRESSION;
jest.setTimeout(WATCHED_MS + 120_000);

let simulator: RailSimulator;
let world: ChargingUnderTest;
let money: MobileMoney;

beforeAll(async () => {
  simulator = await MobileMoney.simulator();
  world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST });
  await world.start();
  money = await MobileMoney.start(simulator, world);
});
afterAll(async () => {
  await money.stop();
  await world.end();
  await simulator.stop();
});

/** Until so many seconds after it was submitted. */
function pollsOfTheLadder(untilSeconds: number): number {
  let polls = 0;
  for (let age = nextPollSeconds(0, 0, () => 0.5); age <= untilSeconds; polls += 1)
    age += nextPollSeconds(polls + 1, age, () => 0.5);
  return polls;
}

/** Guarantees that the operators are asked as often as the ladder says, by their own journal. */
test('a pending operation is asked about as often as the ladder says', async () => {
  const rails = mobileOperators.flatMap((rail) => Array.from({ length: OF_EACH_RAIL }, () => rail));
  const charges = await Promise.all(rails.map((rail) => money.pay(rail, '04')));
  const operations = await eventually(async () => {
    const rows = await world.database.query<{ reference: string; prompted: Date | null }>(
      `SELECT coalesce(rail_token, reference::text) AS reference, prompted_at AS prompted FROM rail_operation
       WHERE operation_id = ANY ($1)`,
      [charges.map(({ chargeId }) => chargeId)],
    );
    return rows.length === charges.length && rows.every(({ prompted }) => prompted !== null) && rows;
  });
  await delay(WATCHED_MS);
  const counts = await Promise.all(
    operations.map(async ({ reference, prompted }) => {
      const entries = (await simulator.control.get(`journal?reference=${reference}&limit=1000`)) as readonly {
        readonly method: string;
        readonly receivedAt: string;
      }[];
      const endMs = (prompted?.getTime() ?? 0) + WATCHED_MS;
      return entries.filter(({ method, receivedAt }) => method === 'GET' && Date.parse(receivedAt) <= endMs).length;
    }),
  );
  const expected = pollsOfTheLadder(MINUTES * 60);
  console.log(
    `polls of one operation in its first ${MINUTES} minutes: ${counts.join(', ')}; by the ladder ${expected}; ` +
      `each of ${COMPRESSION} seconds in one`,
  );
  // a worker looks twice a second, which is every ten seconds of the compressed time, so the first polls come later
  for (const count of counts) {
    expect(count).toBeLessThanOrEqual(expected + 1);
    expect(count).toBeGreaterThanOrEqual(expected - 4);
  }
});
