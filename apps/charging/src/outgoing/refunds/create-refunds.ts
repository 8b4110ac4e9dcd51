import { Injectable } from '@nestjs/common';
import type { CreateRefundCommand, Refund, Refusal, Reply } from '@paygate/contracts';
import { accept, isRefusal, refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { isSameContent } from '@paygate/platform';
import { floatAccount, merchantAccount } from '../../books/ledger/domain/ledger.js';
import { Holds } from '../../holds/holds.js';
import type { RefundableCharge, StoredRefund } from './domain/refund.js';
import { JudgeRefunds } from './judge-refunds.js';
import type { AskedRefund } from './make-refunds.js';
import { MakeRefunds } from './make-refunds.js';
import { RefundsRepository } from './refunds.repository.js';
import { firstAnswerOf } from './refunds.view.js';

/** The key of a request, while another one with the same key is being decided. */
const KEY_CONSTRAINT = 'refund_key';

/** Refunds charges, under the lock of the charge. A repeated key finds its refund before anything else is judged. */
@Injectable()
export class CreateRefunds {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly judge: JudgeRefunds,
    private readonly make: MakeRefunds,
    private readonly holds: Holds,
  ) {}

  async create(message: Received<CreateRefundCommand>): Promise<Reply<Refund>> {
    const { payload, id: causationId, requestId } = message;
    const charge = await this.refunds.chargeOf(payload.merchantId, payload.mode, payload.intentId);
    if (charge === undefined) return refuse('intent_not_found');
    if (charge.isDeclined) return refuse('intent_unexpected_state', { fields: { currentStatus: 'FAILED' } });
    const { merchantId, ledger } = charge;
    const way = this.make.ways.of(charge, payload.refundId);
    const accounts = [merchantAccount(merchantId, ledger)];
    if (way !== undefined) accounts.push(floatAccount(way.floatOwner, ledger));
    try {
      const decide = (tx: Transaction): Promise<Reply<Refund>> => this.#decide(tx, charge, { message, way });
      return await this.holds.place(accounts, { requestId, causationId }, decide);
    } catch (error) {
      // the key was used for two intents at the same time: the other one has committed
      if ((error as { readonly constraint?: unknown }).constraint !== KEY_CONSTRAINT) throw error;
      return refuse('idempotency_key_reused');
    }
  }

  async #decide(tx: Transaction, charge: RefundableCharge, asked: AskedRefund): Promise<Reply<Refund>> {
    const { payload } = asked.message;
    const { merchantId, mode, refundId, idempotency } = payload;
    await this.refunds.lockCharge(tx, charge.chargeId);
    const known = await this.refunds.known(tx, { merchantId, mode, id: refundId, keyHash: idempotency.keyHash });
    if (known !== undefined) return repeated(known, payload);
    if (charge.method === 'mobile_money' && asked.way === undefined) return unsupported(charge);
    const wanted = await this.judge.judge(tx, payload, charge);
    if (isRefusal(wanted)) return wanted;
    const stored = await this.make.make(tx, wanted, asked);
    await this.judge.limits.watch(tx, stored, asked.message);
    return accept(firstAnswerOf(stored));
  }
}

/** The first answer again, for the same body; also a redelivered command finds its refund. */
function repeated(known: StoredRefund, { intentId, idempotency }: CreateRefundCommand): Reply<Refund> {
  const isSame = known.keyHash === idempotency.keyHash && isSameContent(known, idempotency);
  if (!isSame || known.intentId !== intentId) return refuse('idempotency_key_reused');
  return { ...accept(firstAnswerOf(known)), replayed: true };
}

function unsupported({ rail }: RefundableCharge): Refusal {
  return refuse('refund_unsupported', { detail: `${rail ?? 'The operator'} makes no refunds through Paygate here.` });
}
