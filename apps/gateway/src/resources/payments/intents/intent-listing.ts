import type { Fault, ListIntentsCommand, ListIntentsQuery } from '@paygate/contracts';
import type { Account } from '../../../credentials/account.js';
import { given } from '../../../requests/given.js';
import { momentOf } from '../../../requests/moment.js';

const DEFAULT_PAGE_INTENTS = 20;

type Filters = Omit<
  ListIntentsQuery,
  'q' | 'reference' | 'providerReference' | 'userId' | 'customerId' | 'tillId' | 'metadata'
>;

/** The command for a list, with the filters that every list of intents has. No status stands for all of them. */
export function listing(filters: Filters, { merchantId, mode }: Account): ListIntentsCommand {
  const { limit, startingAfter, endingBefore, status, amountFrom, amountTo, createdFrom, createdTo } = given(filters);
  const times = { createdFrom: momentOf(createdFrom), createdTo: momentOf(createdTo) };
  const statuses = status?.length === 0 ? undefined : status;
  return {
    ...{ merchantId, mode, limit: limit ?? DEFAULT_PAGE_INTENTS },
    ...given({ startingAfter, endingBefore, statuses, amountFrom, amountTo, ...times }),
  };
}

/** Faults of parameters that contradict each other. */
export function listFaults(filters: Readonly<Record<string, unknown>>): readonly Fault[] {
  const { startingAfter, endingBefore } = given(filters);
  if (startingAfter === undefined || endingBefore === undefined) return [];
  return [{ param: 'endingBefore', code: 'parameter_invalid', detail: 'cannot be combined with startingAfter' }];
}

/** A search has one of its two texts. */
export function soughtFaults(body: Readonly<Record<string, unknown>>): readonly Fault[] {
  const { q, phoneNumber } = given(body);
  if (q !== undefined && phoneNumber !== undefined)
    return [{ param: 'q', code: 'parameter_invalid', detail: 'cannot be combined with phoneNumber' }];
  if (q !== undefined || phoneNumber !== undefined) return [];
  return [{ param: 'phoneNumber', code: 'parameter_missing', detail: 'is required without q' }];
}
