import { Injectable } from '@nestjs/common';
import type { ChangePayoutScheduleCommand, Currency, PayoutScheduleRead, Reply } from '@paygate/contracts';
import { accept, actedInCharging, merchantActed, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { ledgerOf } from '../../../books/ledger/domain/ledger.js';
import { DestinationsRepository } from '../destinations/destinations.repository.js';
import { notUsable } from '../judge-payouts.js';
import { PayoutTerms } from '../payout-terms.js';
import type { StoredSchedule } from './schedules.repository.js';
import { SchedulesRepository } from './schedules.repository.js';

/** The currency of payouts. */
export const PAYOUT_CURRENCY: Currency = 'XAF';

/** Changes schedules. A destination that still waits may be named: on a day that is due, the schedule pays as soon as it is usable. */
@Injectable()
export class ChangeSchedule {
  constructor(
    private readonly schedules: SchedulesRepository,
    private readonly destinations: DestinationsRepository,
    private readonly terms: PayoutTerms,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  change({
    payload,
    producer,
    id: causationId,
    requestId,
  }: Received<ChangePayoutScheduleCommand>): Promise<Reply<PayoutScheduleRead>> {
    const { merchantId, mode } = payload;
    const place = { merchantId, ledger: ledgerOf(mode, PAYOUT_CURRENCY) };
    return this.unitOfWork.run<Reply<PayoutScheduleRead>>(
      async (tx) => {
        const schedule = changed(await this.schedules.of(merchantId, place.ledger, tx), payload);
        const { destinationId, frequency, minimum } = schedule;
        const { min, largest } = this.terms;
        if (payload.minimum !== undefined && minimum > largest)
          return refuse('amount_too_large', {
            param: 'minimum',
            fields: { min: min.toString(), max: largest.toString(), currencyExponent: 0 },
          });
        if (destinationId === null && frequency !== 'off')
          return refuse('parameter_missing', { param: 'destinationId' });
        if (destinationId !== null && (frequency !== 'off' || payload.destinationId !== undefined)) {
          const destination = await this.destinations.find(merchantId, mode, destinationId, tx);
          if (destination === undefined) return refuse('payout_destination_not_found', { param: 'destinationId' });
          if (destination.revokedAt !== null) return notUsable(destination);
        }
        await this.schedules.set(tx, place, schedule);
        tx.emit(actedInCharging, merchantActed({ producer, payload }, 'payout_schedule.changed', frequency));
        return accept(scheduleOf(schedule, mode));
      },
      { requestId, causationId },
      `payout-schedule:${merchantId}/${mode}`,
    );
  }
}

function changed(current: StoredSchedule, given: ChangePayoutScheduleCommand): StoredSchedule {
  const { frequency = current.frequency, weekday = current.weekday, destinationId = current.destinationId } = given;
  const { minimum, reserve } = given;
  return {
    ...{ frequency, weekday, destinationId },
    minimum: minimum === undefined ? current.minimum : BigInt(minimum),
    reserve: reserve === undefined ? current.reserve : BigInt(reserve),
  };
}

/** A schedule as other services see it. */
export function scheduleOf(schedule: StoredSchedule, mode: PayoutScheduleRead['mode']): PayoutScheduleRead {
  const { frequency, weekday, destinationId, minimum, reserve } = schedule;
  return {
    ...{ object: 'payout_schedule', frequency, weekday, destinationId, mode },
    ...{ minimum: minimum.toString(), reserve: reserve.toString() },
  };
}
