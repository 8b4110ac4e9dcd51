import type { Kind, PaymentRequest } from '../payments/payment.js';
import type { WireRequest } from '../wire/exchange.js';
import { jsonObject } from '../wire/exchange.js';

/** The body of a request, whatever it moves. A refund has no party: it goes to the payer of its original. */
export type MomoRequest = Pick<PaymentRequest, 'amount' | 'currency' | 'request' | 'original'> & {
  readonly msisdn?: string;
};

const NOTE_LENGTH = 160;
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export function isUuidV4(text: string): boolean {
  return UUID_V4.test(text);
}

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
  const { payer, payee, referenceIdToRefund: original } = body;
  if (kind === 'refund') return typeof original === 'string' && isUuidV4(original) ? { original } : undefined;
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
