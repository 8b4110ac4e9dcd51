import { Injectable } from '@nestjs/common';
import type { FeeSet, Reply, SetFeeCommand } from '@paygate/contracts';
import { accept, actedInCharging, FEE_NOTICE_SECONDS, merchantActed, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { FeeSchedulesRepository } from './fee-schedules.repository.js';

/** Records what was agreed with a merchant, once, and in the audit trail of its account. */
@Injectable()
export class AgreeFees {
  constructor(
    private readonly schedules: FeeSchedulesRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  agree({ payload, producer, id: causationId, requestId }: Received<SetFeeCommand>): Promise<Reply<FeeSet>> {
    const { merchantId, terms } = payload;
    const { method, effectiveFrom } = terms;
    if (effectiveFrom === undefined) return Promise.resolve(tooSoon());
    const wanted = {
      ...{ merchantId, method, effectiveFrom: new Date(effectiveFrom) },
      ...{ bps: BigInt(terms.bps), fixed: BigInt(terms.fixed) },
    };
    return this.unitOfWork.run(
      async (tx) => {
        if (await this.schedules.insert(tx, wanted)) {
          // schedules are of both modes; the trail of live mode has what concerns money
          const act = { producer, payload: { merchantId, mode: 'live' as const } };
          const subject = `${method} ${terms.bps} bps + ${terms.fixed} from ${effectiveFrom}`;
          tx.emit(actedInCharging, merchantActed(act, 'fee.agreed', subject));
          return accept({ terms, isNew: true });
        }
        const known = await this.schedules.find(tx, wanted);
        if (known === undefined) return tooSoon();
        if (known.bps === wanted.bps && known.fixed === wanted.fixed) return accept({ terms, isNew: false });
        return refuse('parameter_invalid', {
          param: 'effectiveFrom',
          detail: 'Another schedule begins at that time. A schedule never changes; agree a later one.',
        });
      },
      { requestId, causationId },
    );
  }
}

function tooSoon(): Reply<FeeSet> {
  return refuse('parameter_invalid', {
    param: 'effectiveFrom',
    detail: `A schedule begins ${FEE_NOTICE_SECONDS} seconds from now at the earliest.`,
  });
}
