import { jest } from '@jest/globals';
import type { CreateRefundCommand, Refund, Reply, ReversalDecision, ReversalInfo } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { Database, newId, uuidV7 } from '@paygate/platform';
import { BalancesRepository } from '../../books/sums/balances.repository.js';
import type { Balance } from '../../books/sums/domain/balance.js';
import { CreateRefunds } from '../../outgoing/refunds/create-refunds.js';
import { RefundWays } from '../../outgoing/refunds/refund-ways.js';
import { DecideReversals } from '../../outgoing/reversals/decide-reversals.js';
import { ReversalsCommands } from '../../outgoing/reversals/reversals.commands.js';
import { ProposeReversals } from '../../outgoing/reversals/propose-reversals.js';
import { request } from '../charging-under-test.js';
import { XAF } from '../ledger-under-test.js';
import { AMOUNT, OperationsUnderTest } from '../operations-under-test.js';
import { commandOf } from '../refunds/refunds-under-test.js';

/** A payment of 700, of which 14 are the fee, that a rail has collected. */
export interface CollectedPayment {
  readonly chargeId: string;
  readonly intentId: string;
  readonly merchantId: string;
}

/** Two instances of charging that reverse payments. Refunds are held: no rail sends them. */
export class ReversalsUnderTest {
  private constructor(readonly charging: OperationsUnderTest) {}

  static async start(env: Readonly<Record<string, string>> = {}): Promise<ReversalsUnderTest> {
    const charging = await OperationsUnderTest.start(env);
    charging.pauseWorkers();
    for (const index of [0, 1])
      jest
        .spyOn(charging.of(index).get(RefundWays), 'of')
        .mockReturnValue({ floatOwner: 'mtn_momo/disbursement', phone: 'sealed' });
    return new ReversalsUnderTest(charging);
  }

  end(): Promise<void> {
    return this.charging.end();
  }

  async collected(merchantId = newId('merchant')): Promise<CollectedPayment> {
    const operation = await this.charging.find(await this.charging.opened('pending', { merchantId }));
    await this.charging.settle.settle(operation, { kind: 'succeeded', amount: AMOUNT, currency: 'XAF' });
    return { chargeId: operation.operationId, intentId: operation.intentId ?? '', merchantId };
  }

  propose({ intentId }: CollectedPayment, amount = '700', person = newId('person')): Promise<Reply<ReversalInfo>> {
    const ids = { reversalId: newId('reversal'), mode: 'test', intentId } as const;
    return this.charging
      .of(0)
      .get(ProposeReversals)
      .propose({ ...ids, amount, said: 'by telephone', person });
  }

  decide(
    reversalId: string,
    decision: ReversalDecision,
    { person = newId('person'), instance = 0 } = {},
  ): Promise<Reply<ReversalInfo>> {
    return this.charging.of(instance).get(DecideReversals).decide({ reversalId, decision, person });
  }

  /** A reversal that is booked. */
  async reversed(payment: CollectedPayment, amount = '700'): Promise<ReversalInfo> {
    const { reversalId } = accepted(await this.propose(payment, amount));
    return accepted(await this.decide(reversalId, 'book'));
  }

  refund({ intentId, merchantId }: CollectedPayment, amount: string, instance = 0): Promise<Reply<Refund>> {
    const payload = commandOf(request({ userId: newId('user'), intentId, merchantId }), { amount });
    const message = { payload, id: uuidV7(), requestId: newId('request') } as Received<CreateRefundCommand>;
    return this.charging.of(instance).get(CreateRefunds).create(message);
  }

  /** What a merchant owes, as the operator's list has it. */
  async debtOf(merchantId: string): Promise<string | undefined> {
    const producer = 'operator';
    const reply = await this.charging.of(0).get(ReversalsCommands).debts({ mode: 'test', limit: 100 }, { producer });
    return accepted(reply).debts.find((debt) => debt.merchantId === merchantId)?.owed;
  }

  balance(merchantId: string): Promise<Balance> {
    return this.charging.of(0).get(BalancesRepository).one(this.database, merchantId, XAF);
  }

  async ledger(owner: string, kind: string): Promise<bigint> {
    return (await this.charging.world.balance(owner, kind)) ?? 0n;
  }

  violations(): Promise<readonly object[]> {
    return this.charging.world.violations();
  }

  private get database(): Parameters<BalancesRepository['one']>[0] {
    return this.charging.of(0).get(Database);
  }
}

export function accepted<Answer>(reply: Reply<Answer>): Answer {
  if (!reply.ok) throw new Error(`refused with ${reply.code} ${JSON.stringify(reply)}`);
  return reply.data;
}
