import { Injectable } from '@nestjs/common';
import type { LookUpOwnerCommand, OwnerLookedUp, Reply } from '@paygate/contracts';
import { accept, actedInCharging, merchantActed, OWNER_LOOKUPS_PER_DAY, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { maskPhone } from '../../../rails/prompts/payer-phones.js';
import { PayoutWays } from '../payout-ways.js';

import { DestinationsRepository } from './destinations.repository.js';
import { operatorOf } from './register-destination.js';

/** A caller waits for the answer of the rail. */
const LOOK_UP_MS = 4_000;
const DAY_SECONDS = 86_400;

/** Asks operators whom numbers belong to: the question is counted and recorded before it is asked. */
@Injectable()
export class LookUpOwner {
  constructor(
    private readonly destinations: DestinationsRepository,
    private readonly ways: PayoutWays,
    private readonly sealer: Sealer,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async lookUp(message: Received<LookUpOwnerCommand>, phone: string): Promise<Reply<OwnerLookedUp>> {
    const { payload, producer, id: causationId, requestId } = message;
    const { merchantId, mode } = payload;
    const operator = operatorOf(phone, payload.operator);
    if (operator === undefined) return refuse('operator_unknown', { param: 'phoneNumber' });
    const way = this.ways.of(operator, mode);
    if (way === undefined) return refuse('payout_unsupported', { param: 'phoneNumber' });
    const isCounted = await this.unitOfWork.run(
      async (tx) => {
        const counted = await this.destinations.countLookup(tx, { merchantId, mode, perDay: OWNER_LOOKUPS_PER_DAY });
        if (counted)
          tx.emit(
            actedInCharging,
            merchantActed({ producer, payload }, 'payout_destination.looked_up', maskPhone(phone)),
          );
        return counted;
      },
      { requestId, causationId },
    );
    if (!isCounted)
      return refuse('owner_lookup_limit_reached', { fields: limit(await this.destinations.secondsOfDay()) });
    const name = await way.ownerOf?.(phone, AbortSignal.timeout(LOOK_UP_MS));
    return accept({ operator, ...(name && { name: this.sealer.seal('gateway', name, 'payout-destination.owner') }) });
  }
}

function limit(secondsOfDay: number): { readonly limit: number; readonly retryAfter: number } {
  return { limit: OWNER_LOOKUPS_PER_DAY, retryAfter: DAY_SECONDS - secondsOfDay };
}
