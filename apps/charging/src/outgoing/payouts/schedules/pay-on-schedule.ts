import { Injectable } from '@nestjs/common';
import type { ErrorCode, PayoutFrequency, Refusal } from '@paygate/contracts';
import { Logger, newId } from '@paygate/platform';
import { ofLedger } from '../../../books/ledger/domain/ledger.js';
import { ActiveMerchants } from '../active-merchants.js';
import { CreatePayouts } from '../create-payouts.js';
import type { DueSchedule, SchedulePlace } from './schedules.repository.js';
import { SchedulesRepository } from './schedules.repository.js';

/** Schedules that are read at a time. */
const BATCH = 100;
/** Refusals after which a schedule is looked at again that day. */
const AGAIN: readonly ErrorCode[] = ['service_unavailable', 'upstream_timeout'];
/** The refusals that may no longer hold later in the day: more was earned, or a payout that counted has failed. */
const AGAIN_BY_AMOUNT: readonly ErrorCode[] = ['balance_insufficient', 'payout_limit_reached'];

/**
 * Pays what schedules ask for. The day is the key of its payout, so that a schedule pays once a day however many instances work it off, and
 * however often one of them dies in between. A merchant who is not active is paid nothing.
 */
@Injectable()
export class PayOnSchedule {
  constructor(
    private readonly schedules: SchedulesRepository,
    private readonly payouts: CreatePayouts,
    private readonly merchants: ActiveMerchants,
    private readonly logger: Logger,
  ) {}

  /** Works off the schedules that are due. One that fails does not keep the others. */
  async run(): Promise<void> {
    let after: SchedulePlace | undefined;
    for (;;) {
      const due = await this.schedules.due(BATCH, after);
      for (const schedule of due) {
        await this.#pay(schedule).catch((error: unknown) => {
          this.logger.error('a scheduled payout was not made and is tried again', error, {
            merchantId: schedule.merchantId,
          });
        });
      }
      after = due.at(-1);
      if (due.length < BATCH) return;
    }
  }

  async #pay(schedule: DueSchedule): Promise<void> {
    const { merchantId, ledger, destinationId, day, minimum, frequency } = schedule;
    const { mode } = ofLedger(ledger);
    const requestId = newId('request');
    if ((await this.merchants.isActive(schedule, requestId)) !== true) return;
    const keyHash = `schedule ${day}`;
    const reply = await this.payouts.order(
      {
        ...{ payoutId: newId('payout'), merchantId, mode, destinationId, amount: undefined, minimum },
        ...{ source: 'schedule', reason: null, metadata: '{}', actor: null, keyHash, bodyHash: keyHash },
        contentHash: null,
      },
      { requestId },
    );
    if (!reply.ok && mayPayLater(reply, frequency)) return;
    await this.schedules.done(schedule);
  }
}

/** A refusal that does not end the day. A destination that waits may be usable later in it. */
function mayPayLater({ code, fields }: Refusal, frequency: PayoutFrequency): boolean {
  if (code === 'payout_destination_not_usable') return fields?.['currentStatus'] === 'waiting';
  return AGAIN.includes(code) || (frequency === 'amount' && AGAIN_BY_AMOUNT.includes(code));
}
