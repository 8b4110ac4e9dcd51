import type { CollectionRequest } from '../payments/payment.js';
import type { WireRequest } from '../wire/exchange.js';
import { jsonObject } from '../wire/exchange.js';

const NOTE_LENGTH = 160;
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export function isUuidV4(text: string): boolean {
  return UUID_V4.test(text);
}

/** The body of a request to pay; undefined when MTN would refuse it. Amounts are strings, notes short and without apostrophes. */
export function readRequestToPay(
  request: WireRequest,
): Omit<CollectionRequest, 'rail' | 'reference' | 'callbackUrl'> | undefined {
  const { amount, currency, externalId, payer, payerMessage = '', payeeNote = '' } = jsonObject(request) ?? {};
  const msisdn = msisdnOf(payer);
  if (typeof amount !== 'string' || !/^[1-9][0-9]{0,12}$/.test(amount)) return undefined;
  if (typeof currency !== 'string' || typeof externalId !== 'string' || externalId === '' || msisdn === undefined)
    return undefined;
  if (!isNote(payerMessage) || !isNote(payeeNote)) return undefined;
  return { msisdn, amount: BigInt(amount), currency, request: { externalId, payerMessage, payeeNote } };
}

/** With the country code and without a plus sign. */
function msisdnOf(party: unknown): string | undefined {
  if (typeof party !== 'object' || party === null) return undefined;
  const { partyIdType, partyId } = party as Readonly<Record<string, unknown>>;
  return partyIdType === 'MSISDN' && typeof partyId === 'string' && /^237[0-9]{9}$/.test(partyId) ? partyId : undefined;
}

function isNote(text: unknown): text is string {
  return typeof text === 'string' && text.length <= NOTE_LENGTH && !text.includes("'");
}
