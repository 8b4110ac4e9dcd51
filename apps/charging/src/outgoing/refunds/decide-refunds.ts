import { Injectable } from '@nestjs/common';
import type { CreateRefundCommand, Refund, Refusal, Reply } from '@paygate/contracts';
import { accept, isRefusal, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { isSameContent } from '@paygate/platform';
import type { RefundableCharge, StoredRefund } from './domain/refund.js';
import { JudgeRefunds } from './judge-refunds.js';
import { MakeRefunds } from './make-refunds.js';
import type { RefundWay } from './refund-ways.js';
import { RefundsRepository } from './refunds.repository.js';
import { firstAnswerOf } from './refunds.view.js';

/** Decides refunds under the lock of their charge. A repeated key finds its refund before anything else is judged. */
@Injectable()
export class DecideRefunds {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly judge: JudgeRefunds,
    private readonly make: MakeRefunds,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  decide(
    message: Received<CreateRefundCommand>,
    charge: RefundableCharge,
    way: RefundWay | undefined,
  ): Promise<Reply<Refund>> {
    const { payload, id: causationId, requestId } = message;
    const { merchantId, mode, refundId, idempotency } = payload;
    return this.unitOfWork.run(
      async (tx) => {
        await this.refunds.lockCharge(tx, charge.chargeId);
        const known = await this.refunds.known(tx, { merchantId, mode, refundId, keyHash: idempotency.keyHash });
        if (known !== undefined) return repeated(known, payload);
        if (charge.method === 'mobile_money' && way === undefined) return unsupported(charge);
        const wanted = await this.judge.judge(tx, payload, charge);
        if (isRefusal(wanted)) return wanted;
        const stored = await this.make.make(tx, wanted, { message, way });
        return accept(firstAnswerOf(stored));
      },
      { requestId, causationId },
    );
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
