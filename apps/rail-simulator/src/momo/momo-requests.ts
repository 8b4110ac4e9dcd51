import type { Kind, PaymentRequest } from '../payments/payment.js';
import type { WireRequest } from '../wire/exchange.js';
import { jsonObject } from '../wire/exchange.js';
import { uuidV4Of } from '../wire/uuid-v4.js';

/** The body of a request, whatever it moves. A refund has no party: it goes to the payer of its original. */
export type MomoRequest = Pick<PaymentRequest, 'amount' | 'currency' | 'request' | 'original'> & {
  readonly msisdn?: string;
};

const NOTE_LENGTH = 160;

/** The body of a request; undefined when MTN would refuse it. Amounts are strings, notes short and without apostrophes. */
export function readRequest(kind: Kind, request: WireRequest): MomoRequest | undefined {
  const body = jsonObject(request) ?? {};
  const { amount, currency, externalId, payerMessage = '', payeeNote = '' } = body;
  const target = targetOf(kind, body);
  if (typeof amount !== 'string' || !/^[1-9][0-9]{0,12}$/.test(amount)) return undefined;
  if (typeof currency !== 'string' || typeof externalId !== 'string' || externalId === '') return undefined;
  if (!isNote(payerMessage) || !isNote(payeeNote) || target === undefined) return undefined;
  return { ...target, amount: BigInt(amount), currency, request: { externalId, payerMessage, payeeNote } };
}

function targetOf(
  kind: Kind,
  body: Readonly<Record<string, unknown>>,
): Pick<MomoRequest, 'msisdn' | 'original'> | undefined {
  const { payer, payee, referenceIdToRefund } = body;
  if (kind === 'refund') {
    const original = typeof referenceIdToRefund === 'string' ? uuidV4Of(referenceIdToRefund) : undefined;
    return original === undefined ? undefined : { original };
  }
  const msisdn = msisdnOf(kind === 'collection' ? payer : payee);
  return msisdn === undefined ? undefined : { msisdn };
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
