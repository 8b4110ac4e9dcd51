import { expect, jest } from '@jest/globals';
import type { UnclaimedDecision } from '@paygate/contracts';
import { Database, newId } from '@paygate/platform';
import { PayoutWays } from '../../outgoing/payouts/payout-ways.js';
import { DecideUnclaimed } from '../../outgoing/unclaimed/decide-unclaimed.js';
import { FoundMoneyRepository } from '../../outgoing/unclaimed/found-money.repository.js';
import { UnclaimedRepository } from '../../outgoing/unclaimed/unclaimed.repository.js';
import type { RailPayouts } from '../../rails/connectors/connector.js';
import { XAF } from '../ledger-under-test.js';
import type { OperationsUnderTest } from '../operations-under-test.js';
import { REFUSED } from '../operations-under-test.js';
import { readOf } from './unclaimed-under-test.js';
import type { RefundModel } from '../refunds/refund-model.js';

/** Unclaimed money as plain records. Amounts in minor units. */
interface ModelMoney {
  readonly id: string;
  readonly amount: number;
  state: 'listed' | 'dismissed' | 'confirmed' | 'returning' | 'returned' | 'matched';
  returnId?: string;
}

const AMOUNT = 700;
const FEE = 14;

/** Random commands on unclaimed money, beside those of charges, refunds and reversals. */
export class UnclaimedWorks {
  readonly #money: ModelMoney[] = [];
  #lines = 0;

  constructor(
    private readonly charging: OperationsUnderTest,
    private readonly model: RefundModel,
    private readonly draw: (below: number) => number,
  ) {
    const way = { floatOwner: 'mtn_momo/disbursement' } as RailPayouts;
    for (const index of [0, 1]) jest.spyOn(charging.of(index).get(PayoutWays), 'of').mockReturnValue(way);
  }

  /** A line of a statement: a number that is known already lists nothing again. */
  async find(): Promise<string> {
    const isKnown = this.draw(5) === 0 && this.#lines > 0;
    if (!isKnown) this.#lines += 1;
    const operatorNumber = `line-${this.#lines}`;
    const app = this.charging.of(this.draw(2));
    const found = { operatorNumber, ledger: XAF, amount: BigInt(AMOUNT), movedAt: new Date(), phone: '+237677000001' };
    const on = { runId: 1n, rail: 'mtn_momo', mode: 'test', day: '2026-01-31' } as const;
    await app.get(FoundMoneyRepository).list(app.get(Database), on, [found]);
    const all = await app.get(UnclaimedRepository).open('test', 100_000, undefined);
    const listed = all.filter((one) => one.operatorNumber === operatorNumber);
    if (isKnown) return 'listed before';
    expect(listed).toHaveLength(1);
    for (const { unclaimedId } of listed) this.#money.push({ id: unclaimedId, amount: AMOUNT, state: 'listed' });
    return 'listed';
  }

  async decide(merchantId: string): Promise<string> {
    const money = this.#money.at(-1 - this.draw(Math.min(this.#money.length, 12) || 1));
    if (money === undefined) return 'nothing to decide';
    const decision = (['confirm', 'confirm', 'match', 'return', 'dismiss'] as const)[this.draw(5)] ?? 'confirm';
    const intentId = decision === 'match' ? await this.#failedPayment(merchantId) : undefined;
    const app = this.charging.of(this.draw(2));
    const of = { unclaimedId: money.id, mode: 'test', decision } as const;
    const payment = intentId === undefined ? {} : { intentId };
    const command = { ...of, ...payment, ...(await readOf(app.get(UnclaimedRepository), money.id)) };
    const reply = await app.get(DecideUnclaimed).decide(command, { requestId: newId('request') });
    const next = nextState(money.state, decision);
    expect([decision, money.state, reply.ok ? reply.data.state : reply.code]).toEqual([
      ...[decision, money.state, next ?? 'parameter_invalid'],
    ]);
    if (next === undefined || next === money.state || !reply.ok) return `${decision} changes nothing`;
    money.state = next;
    if (reply.data.returnId !== undefined) money.returnId = reply.data.returnId;
    if (next === 'matched') this.model.credited(merchantId, money.amount - FEE);
    return `money ${next}`;
  }

  /** The rail answers a return. */
  async answer(): Promise<string> {
    const returning = this.#money.filter(({ state }) => state === 'returning');
    const money = returning[this.draw(returning.length || 1)];
    if (money?.returnId === undefined) return 'no return to answer';
    await this.charging.world.database.query(
      `UPDATE rail_operation SET state = 'submitting', submitted_at = clock_timestamp() WHERE operation_id = $1`,
      [money.returnId],
    );
    const sent = await this.charging.find(money.returnId);
    const isPaid = this.draw(3) > 0;
    await this.charging.settle.settle(
      sent,
      isPaid ? { kind: 'succeeded', amount: sent.amount, currency: 'XAF' } : REFUSED,
    );
    money.state = isPaid ? 'returned' : 'confirmed';
    return isPaid ? 'return paid' : 'return refused';
  }

  /** The suspense account has what is confirmed, and is neither matched nor returned. */
  async compare(): Promise<void> {
    const waiting = this.#money.filter(({ state }) => state === 'confirmed' || state === 'returning');
    const sum = waiting.reduce((total, { amount }) => total + amount, 0);
    expect((await this.charging.world.balance('', 'unclaimed')) ?? 0n).toBe(BigInt(sum));
  }

  async #failedPayment(merchantId: string): Promise<string> {
    const operation = await this.charging.find(await this.charging.opened('pending', { merchantId }));
    await this.charging.settle.settle(operation, REFUSED);
    return operation.intentId ?? '';
  }
}

/** The state after a decision; undefined where it is refused. */
function nextState(state: ModelMoney['state'], decision: UnclaimedDecision): ModelMoney['state'] | undefined {
  switch (decision) {
    case 'confirm':
      return state === 'listed' || state === 'dismissed' || state === 'confirmed' ? 'confirmed' : undefined;
    case 'dismiss':
      return state === 'listed' || state === 'dismissed' ? 'dismissed' : undefined;
    case 'match':
      return state === 'confirmed' ? 'matched' : undefined;
    case 'return':
      if (state === 'confirmed') return 'returning';
      return state === 'returning' || state === 'returned' ? state : undefined;
  }
}
