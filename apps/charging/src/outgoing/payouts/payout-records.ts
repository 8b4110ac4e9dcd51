import { Injectable } from '@nestjs/common';
import { LockedBalances } from '../../books/sums/locked-balances.js';
import { DestinationsRepository } from './destinations/destinations.repository.js';
import { PayoutsRepository } from './payouts.repository.js';
import { SchedulesRepository } from './schedules/schedules.repository.js';

/** Everything that payouts are decided by. */
@Injectable()
export class PayoutRecords {
  constructor(
    readonly payouts: PayoutsRepository,
    readonly destinations: DestinationsRepository,
    readonly schedules: SchedulesRepository,
    readonly locked: LockedBalances,
  ) {}
}
