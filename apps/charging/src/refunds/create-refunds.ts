import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CreateRefundCommand, Refund, Refusal, Reply } from '@paygate/contracts';
import { accept, isRefusal, refundCompleted, refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { Tracing } from '@paygate/platform';
import { ChargingConfig } from '../config.js';
import { reach } from '../failpoints.js';
import type { AppendAccountName } from '../ledger/domain/ledger.js';
import { floatAccount, merchantAccount, ofLedger } from '../ledger/domain/ledger.js';
import { Posting } from '../ledger/posting.js';
import { PayerPhones } from '../prompts/payer-phones.js';
import { Rails } from '../rails/rails.js';
import type { RefundableCharge, StoredRefund } from './domain/refund.js';
import { RefundMetrics } from './refund-metrics.js';
import type { NewRefund, NewRefundOperation } from './refunds.repository.js';
import { RefundsRepository } from './refunds.repository.js';
import { firstAnswerOf, refundEndedOf } from './refunds.view.js';

const CALLBACK_TOKEN_BYTES = 24;
/** The key of a request, while another one with the same key is being decided. */
const KEY_CONSTRAINT = 'refund_key';

type Asked = Received<CreateRefundCommand>;
type Way = Pick<NewRefundOperation, 'floatOwner' | 'phone'> | undefined;

/**
 * Decides refunds under the lock of their charge. Money goes back to a wallet at once; for a rail it is held, and its operation sends
 * it. A repeated key finds its refund before anything else is judged.
 */
@Injectable()
export class CreateRefunds {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly posting: Posting,
    private readonly rails: Rails,
    private readonly phones: PayerPhones,
    private readonly metrics: RefundMetrics,
    private readonly tracing: Tracing,
    private readonly config: ChargingConfig,
  ) {}

  async create(message: Asked): Promise<Reply<Refund>> {
    const { merchantId, mode, intentId } = message.payload;
    const charge = await this.refunds.chargeOf(merchantId, mode, intentId);
    if (charge === undefined) return refuse('intent_not_found');
    if (charge.isDeclined) return refuse('intent_unexpected_state', { fields: { currentStatus: 'FAILED' } });
    const way = this.#wayOf(charge, message.payload.refundId);
    const accounts = accountsOf(charge, way);
    try {
      return await this.posting.to(accounts, () => this.#decide(message, charge, way));
    } catch (error) {
      // the key was used for two intents at the same time: the other one has committed
      if ((error as { readonly constraint?: unknown }).constraint === KEY_CONSTRAINT)
        return refuse('idempotency_key_reused');
      throw error;
    }
  }

  /** The way of the money to whoever paid by mobile money; undefined for a wallet, and where the rail gives nothing back. */
  #wayOf({ chargeId, method, rail, phone, ledger }: RefundableCharge, refundId: string): Way {
    if (method === 'wallet' || rail === null || phone === null) return undefined;
    const connector = this.rails.of(rail, ofLedger(ledger).mode);
    if (connector?.refunds === undefined || !connector.isConfigured()) return undefined;
    return {
      floatOwner: connector.refunds.floatOwner,
      phone: this.phones.seal(this.phones.open(phone, chargeId), refundId),
    };
  }

  #decide(message: Asked, charge: RefundableCharge, way: Way): Promise<Reply<Refund>> {
    const { payload, id: causationId, requestId } = message;
    const { merchantId, mode, refundId, idempotency } = payload;
    return this.unitOfWork.run(
      async (tx) => {
        await this.refunds.lockCharge(tx, charge.chargeId);
        const known = await this.refunds.known(tx, { merchantId, mode, refundId, keyHash: idempotency.keyHash });
        if (known !== undefined) return repeated(known, payload);
        const wanted = await this.#judge(tx, payload, charge);
        if (isRefusal(wanted)) return wanted;
        if (charge.method === 'wallet') return accept(firstAnswerOf(await this.#toWallet(tx, wanted)));
        if (way === undefined) return unsupported(charge);
        const traceparent = this.tracing.active({ causationId });
        const callbackToken = randomBytes(CALLBACK_TOKEN_BYTES).toString('base64url');
        const operation = { ...way, requestId, traceparent, callbackToken };
        const stored = await this.refunds.insertPending(tx, wanted, operation);
        tx.afterCommit(() => {
          reach('operation-opened');
        });
        return accept(firstAnswerOf(stored));
      },
      { requestId, causationId },
    );
  }

  /** The refund as it may be made, or why it may not. */
  async #judge(tx: Transaction, command: CreateRefundCommand, charge: RefundableCharge): Promise<NewRefund | Refusal> {
    const { chargeId } = charge;
    const { taken, isPeriodOver } = await this.refunds.facts(tx, chargeId, this.config.REFUND_DAYS);
    if (isPeriodOver) return refuse('refund_period_over');
    const left = charge.amount - taken;
    const amount = command.amount === undefined ? left : BigInt(command.amount);
    if (amount > left || left === 0n)
      return refuse('refund_exceeds_charge', { param: 'amount', fields: { refundable: left.toString() } });
    const limit = await this.#overLimit(tx, command);
    if (limit !== undefined) return refuse('refund_limit_reached', { fields: { limit } });
    const balance = await this.refunds.lockBalance(tx, charge);
    if (balance < amount) return insufficient(balance, amount);
    const { refundId, reason = null, metadata, actor = null, idempotency } = command;
    return { refundId, charge, amount, reason, metadata, actor, ...idempotency };
  }

  /** The limit of a cashier who has reached it. */
  async #overLimit(tx: Transaction, command: CreateRefundCommand): Promise<number | undefined> {
    const { actor, mode, cashierRefundsPerDay: limit } = command;
    if (limit === undefined || actor === undefined) return undefined;
    return (await this.refunds.countToday(tx, actor, mode)) >= limit ? limit : undefined;
  }

  async #toWallet(tx: Transaction, wanted: NewRefund): Promise<StoredRefund> {
    const stored = await this.refunds.insertCompleted(tx, wanted);
    const { completed } = await this.refunds.facts(tx, stored.chargeId, this.config.REFUND_DAYS);
    tx.emit(refundCompleted, refundEndedOf(stored, completed));
    tx.afterCommit(() => {
      reach('settled');
      this.metrics.ended('wallet', 'completed');
    });
    return stored;
  }
}

function accountsOf({ merchantId, ledger }: RefundableCharge, way: Way): readonly AppendAccountName[] {
  const merchant = merchantAccount(merchantId, ledger);
  return way === undefined ? [merchant] : [merchant, floatAccount(way.floatOwner, ledger)];
}

/** The first answer again, for the same body; also a redelivered command finds its refund. */
function repeated(known: StoredRefund, { intentId, idempotency }: CreateRefundCommand): Reply<Refund> {
  const isSame = known.bodyHash === idempotency.bodyHash && known.keyHash === idempotency.keyHash;
  if (!isSame || known.intentId !== intentId) return refuse('idempotency_key_reused');
  return { ...accept(firstAnswerOf(known)), replayed: true };
}

function unsupported({ rail }: RefundableCharge): Refusal {
  return refuse('refund_unsupported', { detail: `${rail ?? 'The operator'} gives nothing back through Paygate here.` });
}

/** Until rails are reconciled, everything that was collected is available. */
function insufficient(balance: bigint, amount: bigint): Refusal {
  const available = balance > 0n ? balance : 0n;
  const missing = amount - balance;
  return refuse('balance_insufficient', {
    fields: { available: available.toString(), pending: '0', missing: missing.toString() },
  });
}
