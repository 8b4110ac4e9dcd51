import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ChargeRequested, MobileOperator, ReconciliationInfo } from '@paygate/contracts';
import {
  acceptReconciliation,
  addStatementPart,
  beginStatement,
  endStatement,
  listReconciliationItems,
  mobileOperators,
  readReconciliation,
} from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { RailSimulator, RunningApp } from '@paygate/testing';
import { eventually, PATIENCE_MS } from '@paygate/testing';
import { ComparisonRepository } from '../../readers/reconciliation/comparison.repository.js';
import { FetchStatements } from '../../readers/reconciliation/fetch-statements.js';
import { ReconciliationCommands } from '../../readers/reconciliation/reconciliation.commands.js';
import { accepted } from '../balance/balance-under-test.js';
import { ChargingUnderTest } from '../charging-under-test.js';
import { FAST, MobileMoney } from '../mobile-money.js';

jest.setTimeout(240_000);

const YESTERDAY_NOON = `date_trunc('day', clock_timestamp(), 'Africa/Douala') - interval '12 hours'`;
const origin = () => ({ requestId: newId('request'), timeoutMs: PATIENCE_MS });

let simulator: RailSimulator;
let world: ChargingUnderTest;
let app: RunningApp;
let money: MobileMoney;
let operator: CommandBus;
let day: string;
beforeAll(async () => {
  simulator = await MobileMoney.simulator();
  world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST });
  app = await world.start();
  money = await MobileMoney.start(simulator, world);
  operator = await world.startOperator();
  const [row] = await world.database.query<{ day: string }>(
    `SELECT date(timezone('Africa/Douala', ${YESTERDAY_NOON}))::text AS day`,
  );
  day = row?.day ?? '';
});
afterAll(async () => {
  await money.stop();
  await world.end();
  await simulator.stop();
});

/** As if everything until now had happened yesterday, here and at the rails. */
async function yesterday(rail: MobileOperator): Promise<void> {
  await simulator.database.query(
    `UPDATE payment SET decided_at = ${YESTERDAY_NOON} WHERE rail = $1 AND decided_at IS NOT NULL`,
    [rail],
  );
  await world.database.query(
    `UPDATE rail_operation SET submitted_at = ${YESTERDAY_NOON} - interval '1 minute',
       ended_at = CASE WHEN ended_at IS NOT NULL THEN ${YESTERDAY_NOON} END WHERE rail = $1`,
    [rail],
  );
}

async function standing(rail: MobileOperator): Promise<ReconciliationInfo> {
  const { runs } = accepted(await operator.send(readReconciliation, { rail, mode: 'test', day }, origin()));
  const run = runs.find(({ state }) => state === 'compared');
  if (run === undefined) throw new Error('nothing was compared');
  return run;
}

async function fetched(rail: MobileOperator): Promise<ReconciliationInfo> {
  // the scheduled job may have a fetch of this day
  await eventually(() => app.get(FetchStatements).fetch({ rail, mode: 'test', day }));
  return standing(rail);
}

/** Guarantees that the statement of a rail, fetched with its credentials, shows what its numbers do wrong, and settles what is open. */
describe.each<MobileOperator>([...mobileOperators])('the statement of %s', (rail) => {
  let wrong: readonly [ChargeRequested, ChargeRequested, ChargeRequested];
  let open: ChargeRequested;
  let replaced: ReconciliationInfo;

  it('lists the wrong amount of number 70, the missing and the doubled line of 71, and what is open here', async () => {
    const sound = await Promise.all(['01', '03', '11', '50'].map((digits) => money.pay(rail, digits)));
    wrong = await Promise.all([
      money.pay(rail, '70'),
      money.pay(rail, '71', { amount: '700' }),
      money.pay(rail, '71', { amount: '701' }),
    ]);
    await world.settled([...sound, ...wrong], 120_000);
    open = await money.pay(rail, '04');
    const stateOf = async () => {
      const [row] = await world.database.query<{ state: string; reference: string }>(
        'SELECT state, coalesce(rail_token, reference::text) AS reference FROM rail_operation WHERE operation_id = $1',
        [open.chargeId],
      );
      return row;
    };
    const pending = await eventually(async () => {
      const row = await stateOf();
      return row?.state === 'pending' && row;
    });
    // it is polled no more until it is asked for
    await world.database.query(
      `UPDATE rail_operation SET due_at = clock_timestamp() + interval '1 day' WHERE operation_id = $1`,
      [open.chargeId],
    );
    await simulator.control.post(`payments/${rail}/${pending.reference}/decision`, { verdict: 'approved' });
    await yesterday(rail);

    const run = await fetched(rail);
    expect(run).toMatchObject({
      source: 'fetched',
      isMatched: false,
      differs: 1,
      missingThere: 1,
      duplicate: 1,
      unreadable: 0,
    });
    const command = { runId: run.runId, after: 0, limit: 100 };
    const { items } = accepted(await operator.send(listReconciliationItems, command, origin()));
    const [more, absent, twice] = wrong;
    expect(items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          result: 'differs',
          detail: 'amount',
          operationId: more.chargeId,
          amount: '800',
          amountHere: '700',
        }),
        expect.objectContaining({ result: 'missing_there', operationId: absent.chargeId, amountHere: '700' }),
        expect.objectContaining({ result: 'duplicate', operationId: twice.chargeId, amount: '701' }),
      ]),
    );
  });

  it('has what is open here settled by the rail’s own answer, and matches it then', async () => {
    const [outcome] = await world.settled([open]);
    expect(outcome?.type).toBe('charge.succeeded');
    await app.get(ComparisonRepository).compareAgain();
    expect(await standing(rail)).toMatchObject({
      missingHere: 0,
      differs: 1,
      missingThere: 1,
      duplicate: 1,
      matched: 6,
    });
  });

  it('changes nothing that the ledger has booked', async () => {
    const [more] = wrong;
    const rows = await world.database.query(
      'SELECT state, escalation, suspended_amount FROM rail_operation WHERE operation_id = $1',
      [more.chargeId],
    );
    expect(rows).toEqual([{ state: 'succeeded', escalation: null, suspended_amount: null }]);
    expect(await world.violations()).toEqual([]);
  });

  it('can be uploaded corrected, in parts, and stands then', async () => {
    replaced = await standing(rail);
    const url = `${simulator.pagesUrl}/control/statements/${rail}/${day}`;
    const wrongFile = await (await fetch(url)).text();
    const seen = new Set<string>();
    const lines = wrongFile
      .trim()
      .split('\n')
      .filter((line) => !seen.has(line) && seen.add(line));
    const file = Buffer.from(lines.map((line) => `${line.replace(',800,', ',700,')}\n`).join(''));
    const fileHash = createHash('sha256').update(file).digest('hex');
    const begun = accepted(
      await operator.send(beginStatement, { rail, mode: 'test', day, fileHash, fileBytes: file.length }, origin()),
    );
    const [one, other] = [file.subarray(0, 100), file.subarray(100)];
    const part = (number: number, bytes: Buffer) =>
      operator.send(addStatementPart, { runId: begun.runId, number, bytes: bytes.toString('base64') }, origin());
    accepted(await part(1, other));
    expect(await operator.send(endStatement, { runId: begun.runId, parts: 2 }, origin())).toMatchObject({ ok: false });
    accepted(await part(0, one));
    accepted(await part(0, other));
    accepted(await operator.send(endStatement, { runId: begun.runId, parts: 2 }, origin()));
    await eventually(async () => (await standing(rail)).runId === begun.runId);
    expect(await standing(rail)).toMatchObject({
      source: 'uploaded',
      fileHash,
      differs: 0,
      duplicate: 0,
      missingThere: 1,
    });
  });

  it('is accepted as it was reported, and not when it was replaced or compared again since', async () => {
    const accept = (runId: string, comparedAt = '') => {
      const command = { rail, mode: 'test', day, runId, comparedAt, acceptance: 'The rail has confirmed it.' } as const;
      return operator.send(acceptReconciliation, command, origin());
    };
    const refused = { ok: false, code: 'parameter_invalid', detail: expect.stringContaining('print the report again') };
    for (const runId of [replaced.runId, (await standing(rail)).runId])
      expect(await accept(runId, replaced.comparedAt)).toMatchObject(refused);
    expect(await standing(rail)).toMatchObject({ isMatched: false });
    // the scheduled job may compare it once more
    const run = await eventually(async () => {
      const { runId, comparedAt } = await standing(rail);
      const reply = await accept(runId, comparedAt);
      return reply.ok && reply.data.run;
    });
    expect(run).toMatchObject({ isMatched: true, acceptance: 'The rail has confirmed it.' });
    expect(accepted(await accept(run.runId, run.comparedAt)).run).toMatchObject({ isMatched: true });
  });

  it('is not read before its day has ended', async () => {
    const today = new Date(Date.parse(day) + 24 * 3_600_000).toISOString().slice(0, 10);
    const command = { rail, mode: 'test', day: today, fileHash: '0'.repeat(64), fileBytes: 1 } as const;
    expect(await operator.send(beginStatement, command, origin())).toMatchObject({
      ok: false,
      code: 'parameter_invalid',
    });
    expect(await app.get(FetchStatements).fetch({ rail, mode: 'test', day: today })).toBe(false);
  });
});

it('statements are uploaded, compared and accepted by nobody else, should one get past the bus', async () => {
  const commands = app.get(ReconciliationCommands);
  const past = { producer: 'gateway' } as const;
  const ofDay = { rail: 'mtn_momo', mode: 'test', day } as const;
  const seen = { runId: '1', comparedAt: `${day}T00:00:00.000Z`, acceptance: 'Nothing was done.' };
  const replies = [
    await commands.begin({ ...ofDay, fileHash: '0'.repeat(64), fileBytes: 1 }, past),
    await commands.add({ runId: '1', number: 0, bytes: 'AAAA' }, past),
    await commands.end({ runId: '1', parts: 1 }, past),
    await commands.read(ofDay, past),
    await commands.items({ runId: '1', after: 0, limit: 1 }, past),
    await commands.accept({ ...ofDay, ...seen }, past),
  ];
  for (const reply of replies) expect(reply).toEqual({ ok: false, code: 'scope_missing' });
});
