import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type {
  ConfirmWalletWithdrawalCommand,
  CreateRefundCommand,
  CreateWalletTopUpCommand,
  CreateWalletWithdrawalCommand,
  Sealed,
} from '@paygate/contracts';
import { accept, chargeSucceeded } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { CommandBus, Outbox } from '@paygate/messaging';
import { newId, sha256Base64url, uuidV7 } from '@paygate/platform';
import { ChargesRepository } from '../../charges/charges.repository.js';
import { chargeSucceededOf } from '../../charges/charges.view.js';
import { merchantAccount, platformAccount } from '../../books/ledger/domain/ledger.js';
import { Posting } from '../../books/ledger/posting.js';
import { CreateRefunds } from '../../outgoing/refunds/create-refunds.js';
import { RefundWays } from '../../outgoing/refunds/refund-ways.js';
import { PrepareCharges } from '../../rails/prompts/prepare-charges.js';
import { PromptsRepository } from '../../rails/prompts/prompts.repository.js';
import { CreateTopUps } from '../../wallets/top-ups/create-top-ups.js';
import { AskWithdrawals } from '../../wallets/withdrawals/ask-withdrawals.js';
import { ConfirmWithdrawals } from '../../wallets/withdrawals/confirm-withdrawals.js';
import { WithdrawalPhones } from '../../wallets/withdrawals/withdrawal-phones.js';
import { request } from '../charging-under-test.js';
import { charge as chargeOf, TERMS } from '../ledger-under-test.js';
import { OperationsUnderTest } from '../operations-under-test.js';
import { commandOf } from '../refunds/refunds-under-test.js';
import type { ModelMovement } from './wallet-model.js';
import { WalletModel } from './wallet-model.js';

const COMMANDS = Number(process.env['WALLET_COMMANDS'] ?? 2_000);
// a command takes some 20 ms, and longer as the ledger grows
jest.setTimeout(Math.max(600_000, COMMANDS * 90));
const SEED = Number(process.env['WALLET_SEED'] ?? 20_261_128);
const USERS = 6;
const CEILING = 50_000;
const FEE_BPS = 200;
/** Withdrawals of a user that may wait for their codes. */
const OPEN_MAX = 50;
/** After so many commands everything is compared. */
const COMPARED_EVERY = 250;
const CALLER = { credential: 'publishable', apiKeyId: newId('apiKey'), signedIn: true } as const;

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

/** Guarantees that top-ups, withdrawals, payments and refunds in parts, in any order, leave what plain sums have. */
describe(`${COMMANDS} commands of wallets, of seed ${SEED}`, () => {
  const draw = generator(SEED);
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[draw(items.length || 1)];
  const users = Array.from({ length: USERS }, () => newId('user'));
  const merchantId = newId('merchant');
  const model = new WalletModel(CEILING);
  const histogram = new Map<string, number>();
  const open = new Map<string, number>();
  let charging: OperationsUnderTest;

  beforeAll(async () => {
    charging = await OperationsUnderTest.start({
      WALLET_BALANCE_MAX: CEILING.toString(),
      WALLET_WITHDRAWAL_FEE_BPS: FEE_BPS.toString(),
    });
    charging.pauseWorkers();
    for (const index of [0, 1]) withoutNeighbours(index);
  });
  afterAll(() => charging.end());

  /** The phones and the codes are right, and nobody is asked for them. */
  function withoutNeighbours(index: number): void {
    const app = charging.of(index);
    const way = { floatOwner: 'mtn_momo' } as never;
    jest.spyOn(app.get(RefundWays), 'of').mockReturnValue(undefined);
    jest.spyOn(app.get(WithdrawalPhones), 'of').mockResolvedValue({ phone: '+237677000001', rail: 'mtn_momo', way });
    jest.spyOn(app.get(CommandBus), 'send').mockResolvedValue(accept({}));
    jest.spyOn(app.get(PrepareCharges), 'prepare').mockImplementation(async ({ payload: { chargeId, intentId } }) => {
      const phone = { phone: 'sealed', phoneMasked: '********01', countedIndexes: [chargeId] };
      const prompt = { chargeId, intentId, rail: 'mtn_momo' as const, byOwner: true, ...phone };
      await app.get(PromptsRepository).take(prompt, { prompts: 1, windowSeconds: 1, perDay: 1 });
      return accept({ operator: 'mtn_momo', phoneMasked: '********01' });
    });
  }

  /** Either instance, as a partition may be of any. */
  const app = () => charging.of(draw(2));
  const received = <Payload>(payload: Payload): Received<Payload> =>
    ({ payload, id: uuidV7(), requestId: newId('request') }) as Received<Payload>;
  const walletOf = (userId: string, amount: number) => ({
    ...{ userId, merchantId, mode: 'test' as const, currency: 'XAF' as const, amount: amount.toString() },
    idempotency: { keyHash: sha256Base64url(newId('request')), bodyHash: sha256Base64url('body') },
  });

  async function topUp(): Promise<string> {
    const [userId, amount, id] = [pick(users) ?? '', 100 + draw(20_000), newId('topUp')];
    const command: CreateWalletTopUpCommand = { topUpId: id, ...walletOf(userId, amount) };
    const reply = await app().get(CreateTopUps).create(received(command));
    expect(reply.ok).toBe(amount <= model.roomOf(userId));
    if (!reply.ok) return reply.code;
    model.topUps.push({ id, userId, amount });
    return 'topped up';
  }

  async function withdraw(): Promise<string> {
    const [userId, amount, id] = [pick(users) ?? '', 100 + draw(10_000), newId('withdrawal')];
    const command: CreateWalletWithdrawalCommand = { withdrawalId: id, caller: CALLER, ...walletOf(userId, amount) };
    const asked = await app().get(AskWithdrawals).ask(received(command));
    const waiting = open.get(userId) ?? 0;
    expect(asked.ok).toBe(amount <= model.of(userId) && waiting < OPEN_MAX);
    if (!asked.ok) {
      if (asked.code === 'rate_limited') await lapse(userId);
      return asked.code;
    }
    // some are never confirmed, and move nothing
    if (draw(6) === 0) {
      open.set(userId, waiting + 1);
      return 'asked';
    }
    const otp = 'sealed' as Sealed;
    const code: ConfirmWalletWithdrawalCommand = { userId, mode: 'test', withdrawalId: id, caller: CALLER, otp };
    for (let times = 0; times <= draw(2); times += 1)
      expect(await app().get(ConfirmWithdrawals).confirm(received(code))).toMatchObject({ ok: true });
    model.withdraw({ id, userId, amount });
    return 'withdrawn';
  }

  /** As if an hour had passed since the user asked for what no code has confirmed. */
  async function lapse(userId: string): Promise<void> {
    const { database } = charging.world;
    await database.query('ALTER TABLE wallet_withdrawal DISABLE TRIGGER USER');
    await database.query(
      `UPDATE wallet_withdrawal SET created_at = created_at - interval '1 hour' WHERE user_id = $1 AND state = 'asked'`,
      [userId],
    );
    await database.query('ALTER TABLE wallet_withdrawal ENABLE TRIGGER USER');
    open.set(userId, 0);
  }

  /** The rail ends one of what is under way. */
  async function reported({ id }: ModelMovement): Promise<boolean> {
    const isMoved = draw(4) > 0;
    await charging.world.database.query(
      `UPDATE rail_operation SET state = 'submitting', submitted_at = clock_timestamp() WHERE operation_id = $1`,
      [id],
    );
    const operation = await charging.find(id);
    const outcome = isMoved
      ? ({ kind: 'succeeded', amount: operation.amount, currency: 'XAF' } as const)
      : ({ kind: 'declined', code: 'rail_error', remark: 'refused' } as const);
    await charging.settle.settle(operation, outcome);
    // a report of what has ended changes nothing
    await charging.settle.settle(await charging.find(id), outcome);
    return isMoved;
  }

  async function endTopUp(): Promise<string> {
    const made = pick(model.topUps);
    if (made === undefined) return 'no top-up to end';
    const isCollected = await reported(made);
    model.endTopUp(made, isCollected);
    return isCollected ? 'collected' : 'not collected';
  }

  async function endWithdrawal(): Promise<string> {
    const made = pick(model.withdrawals);
    if (made === undefined) return 'no withdrawal to end';
    const isPaid = await reported(made);
    model.endWithdrawal(made, Math.floor((made.amount * FEE_BPS) / 10_000), isPaid);
    return isPaid ? 'paid out' : 'returned';
  }

  async function pay(): Promise<string> {
    const [userId, amount] = [pick(users) ?? '', 100 + draw(5_000)];
    const fee = Math.floor(amount / 100);
    const asked = request({ userId, merchantId, amount: amount.toString() });
    const { chargeId, intentId } = asked;
    const charge = chargeOf({ chargeId, intentId, merchantId, userId, amount: BigInt(amount), fee: BigInt(fee) });
    const instance = app();
    const payload = chargeSucceededOf(asked, charge.fee, new Date());
    const events = instance.get(Outbox).rows([{ contract: chargeSucceeded, payload }]);
    const accounts = [merchantAccount(merchantId, charge.ledger), platformAccount('fees', charge.ledger)];
    const settled = await instance
      .get(Posting)
      .to(accounts, () => instance.get(ChargesRepository).succeed([charge], events, TERMS));
    const isPaid = settled.get(chargeId) === 'succeeded';
    expect(isPaid).toBe(amount <= model.of(userId));
    if (isPaid) model.pay({ chargeId, intentId, userId, amount }, fee);
    return isPaid ? 'paid' : 'not paid';
  }

  async function refund(): Promise<string> {
    const payment = pick(model.payments);
    if (payment === undefined) return 'nothing to refund';
    const amount = 1 + draw(payment.amount);
    const { intentId, userId } = payment;
    const payload = commandOf(request({ intentId, merchantId, userId }), { amount: amount.toString() });
    const reply = await app().get(CreateRefunds).create(received<CreateRefundCommand>(payload));
    expect(reply.ok).toBe(model.mayRefund(payment, amount));
    if (!reply.ok) return reply.code;
    model.refund(payment, amount);
    return 'refunded';
  }

  async function compare(): Promise<void> {
    const { world } = charging;
    for (const userId of users) expect((await world.balance(userId)) ?? 0n).toBe(BigInt(model.of(userId)));
    const sums = model.sums();
    expect({
      ...{ float: await world.balance('mtn_momo', 'float'), clearing: await world.balance('', 'clearing') },
      ...{ fees: await world.balance('', 'fees'), merchant: await world.balance(merchantId, 'merchant') },
    }).toEqual({
      ...{ float: BigInt(sums.float), clearing: BigInt(sums.clearing) },
      ...{ fees: BigInt(sums.fees), merchant: BigInt(sums.merchant) },
    });
    // every franc that has come in is somewhere
    expect(sums.float + sums.clearing + sums.fees + sums.merchant + sums.wallets).toBe(0);
    expect(await world.violations()).toEqual([]);
  }

  const works = [topUp, topUp, endTopUp, endTopUp, pay, pay, pay, withdraw, withdraw, endWithdrawal, refund];

  it('[13.14] leave every franc with one owner', async () => {
    for (let done = 1; done <= COMMANDS; done += 1) {
      const outcome = (await pick(works)?.()) ?? '';
      histogram.set(outcome, (histogram.get(outcome) ?? 0) + 1);
      if (done % COMPARED_EVERY === 0) await compare();
    }
    await compare();
  });

  it('have met each outcome', () => {
    const met = [...histogram.keys()];
    expect(met).toEqual(
      expect.arrayContaining([
        ...[
          'topped up',
          'collected',
          'not collected',
          'amount_too_large',
          'withdrawn',
          'asked',
          'paid out',
          'returned',
        ],
        ...['balance_insufficient', 'paid', 'not paid', 'refunded', 'refund_exceeds_charge'],
      ]),
    );
  });
});
