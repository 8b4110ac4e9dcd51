import { Injectable } from '@nestjs/common';
import type { OfMerchant, PayoutDestinationsListed } from '@paygate/contracts';
import { PayoutWays } from '../payout-ways.js';
import { destinationOf } from '../payouts.view.js';
import { DestinationsRepository } from './destinations.repository.js';

/** Lists the destinations of a merchant, with the operators that pay out in a mode. */
@Injectable()
export class ListDestinations {
  constructor(
    private readonly destinations: DestinationsRepository,
    private readonly ways: PayoutWays,
  ) {}

  async of({ merchantId, mode }: OfMerchant): Promise<PayoutDestinationsListed> {
    const stored = await this.destinations.list(merchantId, mode);
    return { destinations: stored.map(destinationOf), operators: this.ways.offered(mode) };
  }
}
