import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { CreateRefundCommand } from '@paygate/contracts';
import { adjustBalance, chargeSucceeded } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { Outbox } from '@paygate/messaging';
import { newId, uuidV7 } from '@paygate/platform';
import { receivedOf } from '@paygate/testing';
import { BalancesRepository } from '../../books/sums/balances.repository.js';
import { balanceOf } from '../../books/sums/domain/balance.js';
import { ChargesRepository } from '../../charges/charges.repository.js';
import { chargeSucceededOf } from '../../charges/charges.view.js';
import { AccountsRepository } from '../../books/ledger/accounts.repository.js';
import { merchantAccount, platformAccount } from '../../books/ledger/domain/ledger.js';
import { Posting } from '../../books/ledger/posting.js';
import { AdjustBalances } from '../../outgoing/adjustments/adjust-balances.js';
import { CreateRefunds } from '../../outgoing/refunds/create-refunds.js';
import { RefundWays } from '../../outgoing/refunds/refund-ways.js';
import { DecideReversals } from '../../outgoing/reversals/decide-reversals.js';
import { ProposeReversals } from '../../outgoing/reversals/propose-reversals.js';
import { WalletsRepository } from '../../books/wallets/wallets.repository.js';
import { SpansRepository } from '../../readers/statements/spans.repository.js';
import { request } from '../charging-under-test.js';
import { charge as chargeOf, TERMS, XAF } from '../ledger-under-test.js';
import { OperationsUnderTest } from '../operations-under-test.js';
import type { ModelCharge } from './refund-model.js';
import { RefundModel } from './refund-model.js';
import { commandOf } from './refunds-under-test.js';
import { UnclaimedWorks } from '../unclaimed/unclaimed-works.js';

const COMMANDS = Number(process.env['REFUND_COMMANDS'] ?? 2_000);
// a command takes some 20 ms, and longer as the ledger grows
jest.setTimeout(Math.max(600_000, COMMANDS * 90));
const SEED = Number(process.env['REFUND_SEED'] ?? 20_261_126);
const MERCHANTS = 12;
/** After so many commands everything is compared. */
const COMPARED_EVERY = 250;
const FEE_BPS = 150;
const ALWAYS = { from: '2020-01-01T00:00:00Z', to: '2199-01-01T00:00:00Z' };

/** A small generator with a seed (mulberry32), so that a failure can be repeated. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Guarantees that charges, refunds, holds, reversals, adjustments, unclaimed money and roll-ups in any order leave what plain sums have. */
describe(`${COMMANDS} commands of seed ${SEED}`, () => {
  const draw = generator(SEED);
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[draw(items.length || 1)];
  const model = new RefundModel();
  const merchants = Array.from({ length: MERCHANTS }, () => newId('merchant'));
  const intents = new Map<string, string>();
  const keys: string[] = [];
  const histogram = new Map<string, number>();
  let charging: OperationsUnderTest;
  let unclaimed: UnclaimedWorks;

  beforeAll(async () => {
    charging = await OperationsUnderTest.start({ REVERSALS_ALONE_PER_DAY: '10000' });
    charging.pauseWorkers();
    unclaimed = new UnclaimedWorks(charging, model, draw);
    for (const index of [0, 1])
      jest
        .spyOn(charging.of(index).get(RefundWays), 'of')
        .mockImplementation(({ method }) =>
          method === 'wallet' ? undefined : { floatOwner: 'mtn_momo/disbursement', phone: 'sealed' },
        );
  });
  afterAll(() => charging.end());

  /** Either instance, as a partition may be of any. */
  const app = () => charging.of(draw(2));

  async function sell(): Promise<string> {
    const amount = 100 + draw(900);
    const fee = Math.floor((amount * FEE_BPS) / 10_000);
    const userId = newId('user');
    const wallets = app().get(WalletsRepository);
    await wallets.open([{ userId, ledger: XAF }]);
    await wallets.topUp([{ topUpId: newId('topUp'), userId, ledger: XAF, amount: BigInt(amount) }]);
    const asked = request({ userId, merchantId: pick(merchants) ?? '', amount: amount.toString() });
    const { chargeId, intentId, merchantId } = asked;
    const charge = chargeOf({ chargeId, intentId, merchantId, userId, amount: BigInt(amount), fee: BigInt(fee) });
    const instance = app();
    const payload = chargeSucceededOf(asked, charge.fee, new Date());
    const events = instance.get(Outbox).rows([{ contract: chargeSucceeded, payload }]);
    await instance
      .get(Posting)
      .to([merchantAccount(merchantId, XAF), platformAccount('fees', XAF)], () =>
        instance.get(ChargesRepository).succeed([charge], events, TERMS),
      );
    return keep({ id: charge.chargeId, merchant: merchantId, isByRail: false, amount }, charge.intentId, fee);
  }

  async function collect(): Promise<string> {
    const merchantId = pick(merchants) ?? '';
    const operation = await charging.find(await charging.opened('pending', { merchantId }));
    await charging.settle.settle(operation, { kind: 'succeeded', amount: operation.amount, currency: 'XAF' });
    const amount = Number(operation.amount);
    const charged = { id: operation.operationId, merchant: merchantId, isByRail: true, amount };
    return keep(charged, operation.intentId ?? '', Number(operation.fee));
  }

  function keep(charge: ModelCharge, intentId: string, fee: number): string {
    model.charged(charge, fee);
    intents.set(charge.id, intentId);
    return charge.isByRail ? 'collected' : 'sold';
  }

  async function refund(): Promise<string> {
    const charge = pick(model.charges);
    if (charge === undefined) return 'nothing to refund';
    const asked = draw(4) === 0 ? undefined : 1 + draw(charge.amount + 50);
    // a key of its charge, as clients repeat requests
    const repeatedKey = draw(5) === 0 ? keys.findLast((key) => key.startsWith(charge.id)) : undefined;
    const key = repeatedKey ?? `${charge.id}/${keys.length}`;
    const amount = asked?.toString();
    const of = request({
      ...{ userId: newId('user'), intentId: intents.get(charge.id) ?? '', merchantId: charge.merchant },
    });
    const payload = commandOf(of, { key, ...(amount === undefined ? {} : { amount }) });
    const message = { payload, id: uuidV7(), requestId: newId('request') } as Received<CreateRefundCommand>;
    const expected = model.refund({ id: payload.refundId, key, asked, charge });
    const reply = await app().get(CreateRefunds).create(message);
    expect(reply.ok ? reply.data.id : reply.code).toBe(expected);
    if (!reply.ok) return reply.code;
    keys.push(key);
    return reply.replayed === true ? 'repeated' : 'refunded';
  }

  async function end(): Promise<string> {
    // also of those that have ended
    const made = pick(model.refunds.filter(({ charge }) => charge.isByRail).slice(-20));
    if (made === undefined) return 'nothing to end';
    const isBack = draw(3) > 0;
    const operation = await charging.find(made.id);
    const before = operation.state;
    await charging.world.database.query(
      `UPDATE rail_operation SET state = 'submitting', submitted_at = clock_timestamp() WHERE operation_id = $1 AND state = 'requested'`,
      [made.id],
    );
    const sent = await charging.find(made.id);
    // what has ended is not reported otherwise here: a contradiction is booked to suspense
    if (!['requested', 'submitting'].includes(before)) return 'ended before';
    await charging.settle.settle(
      sent,
      isBack
        ? { kind: 'succeeded', amount: sent.amount, currency: 'XAF' }
        : { kind: 'declined', code: 'rail_error', remark: 'refused' },
    );
    expect(model.end(made.id, isBack ? 'completed' : 'failed')).toBe(true);
    return isBack ? 'given back' : 'failed';
  }

  async function reverse(): Promise<string> {
    const charge = pick(model.charges.filter(({ isByRail }) => isByRail));
    if (charge === undefined) return 'nothing to reverse';
    const amount = draw(3) === 0 ? charge.amount : 1 + draw(charge.amount);
    const [reversalId, person] = [newId('reversal'), newId('person')];
    const borne = model.reverse(reversalId, charge, amount);
    const ids = { reversalId, mode: 'test', intentId: intents.get(charge.id) ?? '' } as const;
    const proposed = await app()
      .get(ProposeReversals)
      .propose({ ...ids, amount: amount.toString(), said: 'drawn', person });
    expect(proposed.ok).toBe(borne !== undefined);
    if (borne === undefined) return 'nothing left to reverse';
    const booked = await app().get(DecideReversals).decide({ reversalId, decision: 'book', person });
    const shares = { merchantAmount: String(borne), feeAmount: '0', receivableAmount: String(amount - borne) };
    expect(booked).toMatchObject({ ok: true, data: { state: 'booked', ...shares } });
    await compareBalance(charge.merchant);
    if (model.balanceOf(charge.merchant) < 0) return 'reversed and owed';
    return borne < amount ? 'reversed after refunds' : 'reversed';
  }

  async function giveBack(): Promise<string> {
    const reversal = pick(model.reversals.filter(({ isReturned }) => !isReturned));
    if (reversal === undefined) return 'nothing to return';
    // what was refunded since stays with the merchant
    const command = { reversalId: reversal.id, decision: 'return', person: newId('person') } as const;
    expect(await app().get(DecideReversals).decide(command)).toMatchObject({ ok: true, data: { state: 'returned' } });
    reversal.isReturned = true;
    return 'returned';
  }

  async function adjust(): Promise<string> {
    const owing = merchants.filter((merchant) => model.balanceOf(merchant) < 0);
    const merchantId = pick(draw(2) === 0 && owing.length > 0 ? owing : merchants) ?? '';
    const isCredit = draw(2) === 0;
    // some that take a little more than there is
    const amount = draw(4) === 0 ? Math.max(1, model.balanceOf(merchantId) + 1 + draw(9)) : 1 + draw(300);
    const owes = model.balanceOf(merchantId) < 0;
    const expected = model.adjust(merchantId, isCredit ? amount : -amount);
    const words = { reason: 'drawn', reference: newId('adjustment'), amount: amount.toString() };
    const of = { merchantId, mode: 'test', currency: 'XAF', direction: isCredit ? 'credit' : 'debit' } as const;
    const reply = await app()
      .get(AdjustBalances)
      .adjust(receivedOf(adjustBalance, { ...of, ...words }, 'operator'));
    expect(reply.ok ? undefined : reply.code).toBe(expected);
    await compareBalance(merchantId);
    if (expected !== undefined) return `not adjusted: ${expected}`;
    return owes ? 'adjusted what is owed' : 'adjusted';
  }

  async function rollUp(): Promise<string> {
    await app()
      .get(AccountsRepository)
      .rollUp(merchantAccount(pick(merchants) ?? '', XAF), 1 + draw(20));
    return 'rolled up';
  }

  /** The balance agrees with the model and with a sum over all transfers. In test mode nothing waits for a rail to settle. */
  async function compareBalance(merchant: string): Promise<void> {
    const [account] = await app().get(BalancesRepository).of(merchant, 'test');
    const { available, pending, owed, held } = balanceOf(account ?? { ledger: 0n, held: 0n, maturing: [] });
    const [usable, inLedger] = [BigInt(model.balanceOf(merchant)), BigInt(model.ledgerOf(merchant))];
    expect([available, pending, owed, held]).toEqual([
      ...[usable > 0n ? usable : 0n, inLedger - usable, usable < 0n ? -usable : 0n, inLedger - usable],
    ]);
    const [independent] = await charging.world.database.query<{ sum: string }>(
      `SELECT coalesce(sum(CASE WHEN credit_id = account_id THEN amount ELSE -amount END), 0)::text AS sum
       FROM append_account JOIN transfer ON account_id IN (credit_id, debit_id) WHERE owner_id = $1 AND kind = 'merchant'`,
      [merchant],
    );
    expect((available + pending - owed).toString()).toBe(independent?.sum);
  }

  /** The rows of a statement since the beginning, where the opening balance was 0, as the closing of a span adds them up. */
  async function rowsOf(merchant: string): Promise<bigint> {
    const sums = app().get(SpansRepository);
    const account = await sums.accountOf(merchant, XAF);
    const lines = account === undefined ? [] : await sums.lines(account, ALWAYS);
    return lines.reduce((sum, { net }) => sum + net, 0n);
  }

  async function compare(): Promise<void> {
    await unclaimed.compare();
    for (const merchant of merchants) {
      const inLedger = BigInt(model.ledgerOf(merchant));
      expect((await charging.world.balance(merchant, 'merchant')) ?? 0n).toBe(inLedger);
      expect(await rowsOf(merchant)).toBe(inLedger);
    }
    expect((await charging.world.balance('', 'adjustments')) ?? 0n).toBe(BigInt(-model.adjustments));
    expect((await charging.world.balance('', 'reversals_receivable')) ?? 0n).toBe(BigInt(-model.receivable));
    const stored = await charging.world.database.query<{ id: string; state: string; amount: string }>(
      'SELECT refund_id AS id, state, amount::text FROM refund ORDER BY refund_id',
    );
    const wanted = model.refunds.map(({ id, state, amount }) => ({ id, state, amount: String(amount) }));
    expect(stored).toEqual(wanted.toSorted((left, right) => (left.id < right.id ? -1 : 1)));
    expect(await charging.world.violations()).toEqual([]);
  }

  const unclaimedWorks = [
    () => unclaimed.find(),
    ...[1, 2].map(() => () => unclaimed.decide(pick(merchants) ?? '')),
    () => unclaimed.answer(),
  ];

  it('[11.1] leave the money where the model has it', async () => {
    const moves = [sell, collect, refund, refund, refund, refund, end, end, reverse, giveBack, adjust, rollUp];
    const works = [...moves, ...unclaimedWorks];
    for (let count = 1; count <= COMMANDS; count++) {
      const outcome = await (pick(works) ?? sell)();
      histogram.set(outcome, (histogram.get(outcome) ?? 0) + 1);
      await compareBalance(pick(merchants) ?? '');
      if (count % COMPARED_EVERY === 0) await compare();
    }
    await compare();
    process.stdout.write(`${JSON.stringify(Object.fromEntries([...histogram].toSorted()))}\n`);
    const wanted = [
      'refunded',
      'repeated',
      'given back',
      'failed',
      'refund_exceeds_charge',
      'balance_insufficient',
      ...['reversed', 'reversed after refunds', 'returned', 'reversed and owed'],
      ...['listed', 'listed before', 'money matched', 'return paid', 'return refused'],
      ...['adjusted', 'adjusted what is owed', 'not adjusted: balance_insufficient'],
    ];
    expect(wanted.filter((outcome) => !histogram.has(outcome))).toEqual([]);
  });
});
