import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reply, SetFeeCommand } from '@paygate/contracts';
import { chargeStatus, createRefund, decideReversal, setFee, transferFloat } from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { commands } from '@paygate/messaging';
import { actDigest, newId } from '@paygate/platform';
import { PATIENCE_MS } from '@paygate/testing';
import { ChargingUnderTest, request } from '../charging-under-test.js';
import { ProofsModule, ProofsStandIn } from './proofs-under-test.js';

const [ada, grace] = [newId('person'), newId('person')];

let world: ChargingUnderTest;
let operator: CommandBus;
let gateway: CommandBus;
let auth: ProofsStandIn;
beforeAll(async () => {
  world = await ChargingUnderTest.prepare({ STAFF_PERSONS: '2' });
  await world.start();
  [operator, gateway] = await Promise.all([world.startOperator(), world.startGateway()]);
  auth = (await world.startNeighbourOf('auth', ProofsModule)).get(ProofsStandIn);
});
afterAll(() => world.end());

const send = (to: { readonly name: string }, payload: object, proofs?: readonly string[]): Promise<Reply<object>> =>
  operator.send(to as never, payload, { requestId: newId('request'), timeoutMs: PATIENCE_MS, proofs });
const codeOf = (reply: Reply<unknown>) => (reply.ok ? 'ok' : reply.code);
const proofOf = (command: string, payload: object, person: string): string => auth.prove(command, payload, person);
const feeOf = (fixed = 1): SetFeeCommand => ({
  merchantId: newId('merchant'),
  terms: { method: 'wallet', bps: 100, fixed, effectiveFrom: '2199-01-01T00:00:00.000Z' },
});
/** The commands that move money, each about live mode. */
const merchantId = newId('merchant');
const idempotency = { keyHash: 'k'.repeat(43), bodyHash: 'b'.repeat(43) };
const acts: Readonly<Record<string, object>> = {
  'set-fee': feeOf(),
  'transfer-float': {
    ...{ transferId: newId('transfer'), mode: 'live', currency: 'XAF' },
    ...{ from: 'mtn_momo', to: 'mtn_momo/disbursement', amount: '500' },
  },
  'decide-unclaimed-money': {
    ...{ unclaimedId: newId('unclaimed'), mode: 'live', decision: 'confirm' },
    ...{ rail: 'mtn_momo', currency: 'XAF', amount: '500', operatorNumber: 'MP1', phoneMasked: '********01' },
  },
  'resolve-rail-operation': { payoutId: newId('payout'), resolution: 'rest_paid' },
  'create-refund': {
    ...{ merchantId, mode: 'live', intentId: newId('intent'), refundId: newId('refund') },
    ...{ amount: '500', metadata: '{}', idempotency },
  },
  'create-payout': {
    ...{ merchantId, mode: 'live', payoutId: newId('payout'), destinationId: newId('payoutDestination') },
    ...{ amount: '500', currency: 'XAF', metadata: '{}', idempotency },
  },
  'accept-reconciliation': {
    ...{ rail: 'mtn_momo', mode: 'live', day: '2026-01-31', runId: '1', acceptance: 'looked at' },
    comparedAt: '2026-02-01T00:20:00.000Z',
  },
  'register-payout-destination': {
    ...{ merchantId, mode: 'live', destinationId: newId('payoutDestination'), label: 'Till' },
    ...{ operator: 'mtn_momo', phoneNumber: `charging-operator.k1.${'A'.repeat(60)}` },
  },
  'adjust-balance': {
    ...{ merchantId, mode: 'live', currency: 'XAF', direction: 'credit', amount: '500' },
    ...{ reason: 'Paid twice by mistake', reference: 'Letter 12' },
  },
  'freeze-wallet': { userId: newId('user'), mode: 'live', currency: 'XAF', act: 'freeze', reason: 'Phone was stolen' },
  'change-payout-schedule': { merchantId, mode: 'live', interval: 'off' },
};

describe('a command that moves money, sent by the installation’s team', () => {
  test('every command of charging asks for persons, or is known to move nobody’s money', () => {
    const ofCharging = commands.filter(({ owner }) => owner === 'charging');
    const byNeed = (need: string | undefined) =>
      ofCharging.flatMap(({ name, staff, unordered }) => (staff === need && unordered !== true ? [name] : [])).sort();
    expect(byNeed('two')).toEqual(Object.keys(acts).sort());
    expect(byNeed('approver')).toEqual(['decide-reversal', 'release-reversals']);
    expect(byNeed('agent')).toEqual(['propose-reversal']);
    expect(byNeed('nobody')).toEqual(['approve-payout-batch', 'charge-status', 'resume-payout-batch']);
    // what reads is `unordered`; the rest books nothing, takes back what nobody has been paid yet, or is a user's, whose phone approves it
    expect(byNeed(undefined)).toEqual([
      ...['add-payout-batch-rows', 'add-statement-part', 'begin-statement', 'cancel-payout', 'cancel-payout-batch'],
      ...['confirm-wallet-withdrawal', 'create-payout-batch', 'create-wallet-top-up', 'create-wallet-withdrawal'],
      ...['end-statement', 'look-up-number-owner', 'pause-payout-batch', 'revoke-payout-destination'],
      ...['seal-payout-batch', 'top-up-wallet'],
    ]);
  });

  test.each(Object.entries(acts))(
    '[1.65] %s: the key alone, and one person with two proofs, move nothing',
    async (name, payload) => {
      const at = auth.asked.length;
      expect(codeOf(await send(contractOf(name), payload))).toBe('scope_missing');
      const twice = [proofOf(name, payload, ada), proofOf(name, payload, ada)];
      expect(codeOf(await send(contractOf(name), payload, twice))).toBe('scope_missing');
      // nor do two persons who proved another amount
      const other = [
        proofOf(name, { ...payload, amount: '501' }, ada),
        proofOf(name, { ...payload, amount: '501' }, grace),
      ];
      expect(codeOf(await send(contractOf(name), payload, other))).toBe('scope_missing');
      expect(auth.asked.slice(at).map(({ command, act, need }) => [command, act, need])).toEqual(
        Array.from({ length: 3 }, () => [name, actDigest(name, payload), 'two']),
      );
      for (const table of [
        'transfer',
        'adjustment',
        'fee_schedule',
        'payout',
        'refund',
        'payout_destination',
        'payout_schedule',
        'hold',
        'wallet_freeze',
      ])
        expect([table, await world.database.query(`SELECT FROM ${table} LIMIT 1`)]).toEqual([table, []]);
    },
  );

  test('[1.65] is executed when two persons have proven it, once: their proofs are used up', async () => {
    const fee = feeOf();
    const proofs = [proofOf('set-fee', fee, ada), proofOf('set-fee', fee, grace)];
    expect(codeOf(await send(setFee, fee, proofs))).toBe('ok');
    expect(codeOf(await send(setFee, fee, proofs))).toBe('scope_missing');
    expect(await world.database.query('SELECT FROM fee_schedule')).toHaveLength(1);
    expect(auth.asked.at(-1)).toMatchObject({ subject: fee.merchantId });
  });

  test('is of the person whom it names, where it names one', async () => {
    const wanted = { reversalId: newId('reversal'), decision: 'book', person: ada };
    const proved = (person: string) => [proofOf('decide-reversal', wanted, person)];
    expect(codeOf(await send(decideReversal, wanted))).toBe('scope_missing');
    expect(codeOf(await send(decideReversal, wanted, proved(grace)))).toBe('scope_missing');
    expect(auth.asked.at(-1)).toMatchObject({ command: 'decide-reversal', need: 'approver' });
    expect(await send(decideReversal, wanted, proved(ada))).toMatchObject({ param: 'reversalId' });
  });

  test('needs nobody in test mode, where no money is anybody’s, nor when a merchant asks', async () => {
    const at = auth.asked.length;
    const transfer = { ...acts['transfer-float'], mode: 'test' };
    expect(await send(transferFloat, transfer)).toMatchObject({ code: 'parameter_invalid', param: 'amount' });
    const refund = acts['create-refund'] as never;
    const options = { requestId: newId('request'), timeoutMs: PATIENCE_MS };
    expect(codeOf(await gateway.send(createRefund, refund, options))).toBe('intent_not_found');
    expect(auth.asked).toHaveLength(at);
  });

  test('is not the start of a charge, which intents alone sends', async () => {
    const asked = request({ userId: newId('user') });
    const options = { requestId: newId('request'), timeoutMs: 1_000 };
    expect(codeOf(await operator.send(chargeStatus, asked, options))).toBe('upstream_timeout');
    expect(await world.database.query('SELECT FROM charge')).toEqual([]);
  });
});

test('who runs an installation alone says so, and proves each act once; the key suffices with TEST_MODE only', async () => {
  const alone = await ChargingUnderTest.prepare({ STAFF_PERSONS: '1' });
  try {
    await alone.start();
    const bus = await alone.startOperator();
    const stand = (await alone.startNeighbourOf('auth', ProofsModule)).get(ProofsStandIn);
    const fee = feeOf();
    const proof = stand.prove('set-fee', fee, ada);
    const agree = (shown?: readonly string[]) =>
      bus.send(setFee, fee, { requestId: newId('request'), timeoutMs: PATIENCE_MS, proofs: shown });
    expect([await agree(), await agree([proof])]).toMatchObject([{ code: 'scope_missing' }, { ok: true }]);
    const without = { STAFF_PERSONS: '0', TEST_MODE: 'false' };
    await expect(alone.start(without)).rejects.toThrow('STAFF_PERSONS=0 needs TEST_MODE');
  } finally {
    await alone.end();
  }
});

/** The contract of a command. */
function contractOf(name: string): { readonly name: string } {
  const contract = commands.find((one) => one.name === name);
  if (contract === undefined) throw new Error(`no command is called ${name}`);
  return contract;
}
