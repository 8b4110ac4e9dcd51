import { Injectable } from '@nestjs/common';
import type { MobileOperator, PayoutDestination, RegisterPayoutDestinationCommand, Reply } from '@paygate/contracts';
import {
  accept,
  actedInCharging,
  DESTINATIONS_MAX,
  isMobileNumber,
  merchantActed,
  operatorCurrencies,
  operatorOfNumber,
  refuse,
} from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import type { ContentDigests } from '@paygate/platform';
import { isSameContent } from '@paygate/platform';
import { ledgerOf } from '../../../books/ledger/domain/ledger.js';
import { PayerPhones } from '../../../rails/prompts/payer-phones.js';
import type { StoredDestination } from '../domain/payout.js';
import { waitHoursOf } from '../payout-terms.js';
import { PayoutWays } from '../payout-ways.js';
import { destinationOf } from '../payouts.view.js';
import { DestinationsRepository } from './destinations.repository.js';

/** The operator of a number; undefined for a number of none of them. */
export function operatorOf(phone: string, named: MobileOperator | undefined): MobileOperator | undefined {
  return isMobileNumber(phone) ? (named ?? operatorOfNumber(phone)) : undefined;
}

/** Registers destinations. The caller has made sure that an owner with a second factor asks, or is an `operator` command. */
@Injectable()
export class RegisterDestination {
  constructor(
    private readonly destinations: DestinationsRepository,
    private readonly ways: PayoutWays,
    private readonly phones: PayerPhones,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  register(message: Received<RegisterPayoutDestinationCommand>, phone: string): Promise<Reply<PayoutDestination>> {
    const { payload, producer, id: causationId, requestId } = message;
    const { merchantId, mode, destinationId, label, actor = null, idempotency } = payload;
    const rail = operatorOf(phone, payload.operator);
    const [currency] = rail === undefined ? [] : operatorCurrencies[rail];
    if (rail === undefined || currency === undefined)
      return Promise.resolve(refuse('operator_unknown', { param: 'phoneNumber' }));
    if (this.ways.of(rail, mode) === undefined)
      return Promise.resolve(refuse('payout_unsupported', { param: 'phoneNumber' }));
    const { keyHash = null, bodyHash = null, contentHash = null } = idempotency ?? {};
    return this.unitOfWork.run<Reply<PayoutDestination>>(
      async (tx) => {
        const known = await this.destinations.known(tx, { merchantId, mode, destinationId, keyHash });
        if (known !== undefined) return repeated(known, { bodyHash, contentHash });
        if ((await this.destinations.countLive(tx, merchantId, mode)) >= DESTINATIONS_MAX)
          return refuse('payout_destination_limit_reached', { fields: { limit: DESTINATIONS_MAX } });
        const stored = await this.destinations.insert(tx, {
          ...{ destinationId, merchantId, ledger: ledgerOf(mode, currency), rail, label, actor },
          ...{ keyHash, bodyHash, contentHash },
          phone: this.phones.seal(phone, destinationId),
          phoneMasked: this.phones.mask(phone),
          waitHours: waitHoursOf(mode),
        });
        const destination = destinationOf(stored);
        const act = { producer, payload };
        tx.emit(actedInCharging, merchantActed(act, 'payout_destination.registered', destinationId, destination));
        return accept(destination);
      },
      { requestId, causationId },
      `payout-destinations:${merchantId}/${mode}`,
    );
  }
}

/** The first answer again, for the same body; also a redelivered command finds its destination. */
function repeated(known: StoredDestination, digests: ContentDigests): Reply<PayoutDestination> {
  return isSameContent(known, digests)
    ? { ...accept(destinationOf(known)), replayed: true }
    : refuse('idempotency_key_reused');
}
