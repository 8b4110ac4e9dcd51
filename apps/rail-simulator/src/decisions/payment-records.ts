import { Injectable } from '@nestjs/common';
import { CallbacksRepository } from '../callbacks/callbacks.repository.js';
import type { Rail } from '../payments/payment.js';
import { PaymentsRepository } from '../payments/payments.repository.js';

/** A payment as tests read it: what happened, whatever the rail reports. */
@Injectable()
export class PaymentRecords {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly callbacks: CallbacksRepository,
  ) {}

  async find(rail: Rail, reference: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    const payment = await this.payments.find(rail, reference);
    if (payment === undefined) return undefined;
    const callbacks = await this.callbacks.of(rail, reference);
    const { kind, state, msisdn, amount, currency, scenario, reason, queries } = payment;
    return {
      ...{ rail, reference, kind, state, msisdn, currency, scenario, reason, queries },
      amount: amount === null ? null : String(amount),
      callbacks: callbacks.map(({ method, url, body, genuine, sent_at, result }) => ({
        ...{ method, url, body, genuine, result },
        sentAt: sent_at?.toISOString() ?? null,
      })),
    };
  }
}
