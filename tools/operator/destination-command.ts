import {
  DESTINATION_LABEL_MAX_CHARACTERS,
  isLine,
  isMobileNumber,
  listPayoutDestinations,
  mobileOperators,
  modes,
  registerPayoutDestination,
  revokePayoutDestination,
} from '@paygate/contracts';
import type { Mode, PayoutDestination } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { BadUsage } from './bad-usage.js';
import type { Operator } from './operator.js';
import { accepted } from './operator.js';
import { idOf } from './typed-words.js';

type Work = (operator: Pick<Operator, 'send' | 'seal'>) => Promise<object>;

interface Account {
  readonly merchantId: string;
  readonly mode: Mode;
}

/**
 * Shows the destinations of a merchant, or registers one for a merchant whose owners cannot. It waits like any other, and all owners are
 * notified.
 */
export function destinationRegistration(
  ...[merchant = '', modeWord = '', railWord = '', phoneNumber = '', label = '', register]: readonly string[]
): Work {
  const account = accountOf(merchant, modeWord);
  const operator = mobileOperators.find((known) => known === railWord);
  if (operator === undefined) throw new BadUsage(`"${railWord}" is not a rail: ${mobileOperators.join(', ')}`);
  if (!isMobileNumber(phoneNumber)) throw new BadUsage(`"${phoneNumber}" is not a mobile number such as +237677000001`);
  if (!isLine(label, DESTINATION_LABEL_MAX_CHARACTERS))
    throw new BadUsage(`the name must be one line of 1 to ${DESTINATION_LABEL_MAX_CHARACTERS} visible characters`);
  if (register === undefined) return ({ send }) => destinationsOf(send, account);
  // sent again under the same id when its answer is lost
  const destinationId = newId('payoutDestination');
  return async ({ send, seal }) => {
    const sealed = seal('charging', phoneNumber, 'payout-destination.phone');
    const command = { ...account, destinationId, operator, phoneNumber: sealed, label };
    return accepted(await send(registerPayoutDestination, command));
  };
}

/** Shows a destination, or revokes it for ever. Payouts there that were not sent yet fail, and all owners are notified. */
export function destinationRevocation(
  ...[merchant = '', modeWord = '', destination = '', revoke]: readonly string[]
): Work {
  const account = accountOf(merchant, modeWord);
  const destinationId = idOf('payoutDestination', destination);
  if (revoke !== undefined)
    return async ({ send }) => accepted(await send(revokePayoutDestination, { ...account, destinationId }));
  return async ({ send }) => {
    const found = (await destinationsOf(send, account)).find((one) => one.destinationId === destinationId);
    if (found === undefined) throw new Error('refused: payout_destination_not_found');
    return found;
  };
}

function accountOf(merchant: string, modeWord: string): Account {
  const mode = modes.find((known) => known === modeWord);
  if (mode === undefined) throw new BadUsage(`"${modeWord}" is not a mode: ${modes.join(', ')}`);
  return { merchantId: idOf('merchant', merchant), mode };
}

/** The newest destinations of a merchant, revoked ones included. */
async function destinationsOf(send: Operator['send'], account: Account): Promise<readonly PayoutDestination[]> {
  return accepted(await send(listPayoutDestinations, account)).destinations;
}
