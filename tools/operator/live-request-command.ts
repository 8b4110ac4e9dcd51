import {
  declineLiveRequest,
  isLine,
  LIVE_REQUEST_REASON_MAX_CHARACTERS,
  listLiveRequests,
  LIVE_REQUESTS_MAX,
} from '@paygate/contracts';
import { BadUsage } from './bad-usage.js';
import type { Operator } from './operator.js';
import { accepted } from './operator.js';
import { idOf } from './typed-words.js';

type Work = (operator: Pick<Operator, 'send'>) => Promise<object>;

/** Shows the accounts that wait for live mode, oldest first. `merchant <id> activate-live` accepts one. */
export function liveRequests(): Work {
  return async ({ send }) => accepted(await send(listLiveRequests, { limit: LIVE_REQUESTS_MAX }));
}

/** Declines a request for live mode; the account reads the reason. */
export function liveRequestRefusal(id: string, reason: string): Work {
  const merchantId = idOf('merchant', id);
  if (!isLine(reason, LIVE_REQUEST_REASON_MAX_CHARACTERS))
    throw new BadUsage(`the reason must be one line of 1 to ${LIVE_REQUEST_REASON_MAX_CHARACTERS} visible characters`);
  return async ({ send }) => accepted(await send(declineLiveRequest, { merchantId, reason }));
}
