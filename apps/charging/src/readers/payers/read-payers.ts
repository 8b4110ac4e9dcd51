import { Injectable } from '@nestjs/common';
import type { PayerPhone, ReadPayerPhoneCommand, Refusal, Reply } from '@paygate/contracts';
import { accept, actedInCharging, isRefusal, merchantActed, PAYER_READS_PER_DAY, refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { PayerPhones } from '../../rails/prompts/payer-phones.js';
import type { KeptPhone } from './payers.repository.js';
import { PayersRepository } from './payers.repository.js';

type Request = Received<ReadPayerPhoneCommand>;

/** Reads numbers in full. No number is answered before its read is committed for the audit trail. */
@Injectable()
export class ReadPayers {
  constructor(
    private readonly payers: PayersRepository,
    private readonly phones: PayerPhones,
    private readonly sealer: Sealer,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async read(message: Request): Promise<Reply<PayerPhone>> {
    const { requestId, id: causationId } = message;
    const kept = await this.unitOfWork.run((tx) => this.#recorded(tx, message), { requestId, causationId });
    if (kept === undefined) return accept({ absence: 'not_kept' });
    if (isRefusal(kept)) return kept;
    if (kept.isPeriodOver) return accept({ absence: 'period_over' });
    const phone = this.phones.open(kept.phone, kept.chargeId);
    return accept({ phoneNumber: this.sealer.seal('gateway', phone, 'read-payer.phone') });
  }

  async #recorded(tx: Transaction, { payload, producer }: Request): Promise<KeptPhone | Refusal | undefined> {
    const kept = await this.payers.find(tx, payload);
    if (kept === undefined || kept.isPeriodOver) return kept;
    if (!(await this.payers.count(tx, payload, PAYER_READS_PER_DAY)))
      return refuse('rate_limited', { fields: { retryAfter: await this.payers.secondsLeft(tx) } });
    tx.emit(actedInCharging, merchantActed({ producer, payload }, 'payer.read', payload.intentId));
    return kept;
  }
}
