import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FloatTransfer, ListFloatsCommand, Reply, TransferFloatCommand } from '@paygate/contracts';
import { listFloats, transferFloat } from '@paygate/contracts';
import type { CommandBus, Received } from '@paygate/messaging';
import { newId, uuidV7 } from '@paygate/platform';
import type { RunningApp } from '@paygate/testing';
import { PATIENCE_MS } from '@paygate/testing';
import { FloatsCommands } from '../books/floats/floats.commands.js';
import { BalanceUnderTest } from './balance/balance-under-test.js';
import { ChargingUnderTest } from './charging-under-test.js';

const NAMED = { mode: 'test', currency: 'XAF' } as const;

let world: ChargingUnderTest;
let app: RunningApp;
let operator: CommandBus;
beforeAll(async () => {
  world = await ChargingUnderTest.prepare();
  [app, operator] = await Promise.all([world.start(), world.startOperator()]);
  const balance = await BalanceUnderTest.start(world);
  // 700 each
  for (let count = 0; count < 3; count++) await balance.collected(newId('merchant'));
});
afterAll(() => world.end());

const origin = () => ({ requestId: newId('request'), timeoutMs: PATIENCE_MS });
const transferOf = (given: Partial<TransferFloatCommand> = {}): TransferFloatCommand => ({
  ...{ transferId: newId('transfer'), from: 'mtn_momo', to: 'mtn_momo/disbursement', amount: '500', ...NAMED },
  ...given,
});
const move = (given: Partial<TransferFloatCommand> = {}): Promise<Reply<FloatTransfer>> =>
  operator.send(transferFloat, transferOf(given), origin());
const floats = async (): Promise<readonly string[]> => {
  const reply = await operator.send(listFloats, NAMED, origin());
  if (!reply.ok) throw new Error(reply.code);
  return reply.data.floats.map(({ balance }) => balance);
};

describe('a transfer between the floats of a rail', () => {
  it('moves money in the ledger, once for each id, and is listed', async () => {
    expect(await floats()).toEqual(['2100', '0', '0']);
    const wanted = transferOf();
    const first = await operator.send(transferFloat, wanted, origin());
    const { transferId, from, to, amount } = wanted;
    expect(first).toMatchObject({ ok: true, data: { transferId, from, to, amount } });
    expect(await operator.send(transferFloat, wanted, origin())).toEqual(first);
    expect(await floats()).toEqual(['1600', '500', '0']);
    const other = Object.assign({}, wanted, { amount: '501' });
    expect(await operator.send(transferFloat, other, origin())).toMatchObject({ param: 'transferId' });
    expect(await operator.send(listFloats, NAMED, origin())).toMatchObject({ data: { transfers: [{ transferId }] } });
  });

  it('goes back, too', async () => {
    expect(await move({ from: 'mtn_momo/disbursement', to: 'mtn_momo', amount: '200' })).toMatchObject({ ok: true });
    expect(await floats()).toEqual(['1800', '300', '0']);
  });

  it('is never more than the account has, also when several are made at once', async () => {
    expect(await move({ amount: '1801' })).toMatchObject({ code: 'parameter_invalid', param: 'amount' });
    const commands = app.get(FloatsCommands);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => {
        const payload = transferOf({ amount: '400' });
        const message = { payload, producer: 'operator', id: uuidV7(), requestId: newId('request') };
        return commands.transfer(payload, message as Received<TransferFloatCommand>);
      }),
    );
    expect(replies.filter(({ ok }) => ok)).toHaveLength(4);
    expect(await floats()).toEqual(['200', '1900', '0']);
    expect(await world.violations()).toEqual([]);
  });

  it.each([
    ['mtn_momo', 'mtn_momo'],
    ['mtn_momo', 'orange_money'],
    ['orange_money', 'mtn_momo/disbursement'],
  ] as const)('leads from %s not to %s', async (from, to) => {
    expect(await move({ from, to })).toMatchObject({ code: 'parameter_invalid', param: 'to' });
  });

  it('is made and seen by nobody else, should one get past the bus', async () => {
    const commands = app.get(FloatsCommands);
    const past = { producer: 'gateway', id: uuidV7(), requestId: newId('request') };
    const replies = [
      await commands.transfer(transferOf(), past as Received<TransferFloatCommand>),
      await commands.list(NAMED, past as Received<ListFloatsCommand>),
    ];
    for (const reply of replies) expect(reply).toMatchObject({ ok: false, code: 'scope_missing' });
  });

  it.each(['UPDATE float_transfer SET amount = 1', 'DELETE FROM float_transfer', 'TRUNCATE float_transfer'])(
    'never changes: %s',
    async (text) => {
      await expect(world.database.query(text)).rejects.toMatchObject({ code: '23001' });
    },
  );

  it('is missed by the auditor’s view where its entry is missing', async () => {
    await world.database.query(
      `INSERT INTO float_transfer (transfer_id, ledger, debit_id, credit_id, amount)
       SELECT 'tr_lost', 1950, max(account_id), min(account_id), 5 FROM append_account WHERE kind = 'float' AND ledger = 1950`,
    );
    expect(await world.violations()).toEqual([{ rule: 'journal_is_not_its_cause', subject: 'tr_lost' }]);
  });
});
