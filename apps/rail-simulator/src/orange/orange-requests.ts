import type { Kind, PaymentRequest } from '../payments/payment.js';
import type { WireRequest } from '../wire/exchange.js';
import { jsonObject } from '../wire/exchange.js';

/** A submission with the fields that are checked against the contract with the operator. */
export interface PayRequest extends PaymentRequest {
  readonly channelUserMsisdn: string;
  readonly pin: string;
}

const FIELDS = [
  'notifUrl',
  'channelUserMsisdn',
  'amount',
  'subscriberMsisdn',
  'pin',
  'orderId',
  'description',
  'payToken',
];

/** The body of pay; the name of the first field that is wrong otherwise. Every field is a string, numbers have nine digits. */
export function readPay(request: WireRequest, kind: Kind): PayRequest | string {
  const body = jsonObject(request) ?? {};
  const wrong = FIELDS.find((name) => typeof body[name] !== 'string');
  if (wrong !== undefined) return wrong;
  const { notifUrl, channelUserMsisdn, amount, subscriberMsisdn, pin, orderId, description, payToken } =
    body as Readonly<Record<string, string>>;
  if (!/^[1-9][0-9]{0,12}$/.test(amount ?? '')) return 'amount';
  if (!/^6[0-9]{8}$/.test(subscriberMsisdn ?? '')) return 'subscriberMsisdn';
  if (!/^[A-Za-z0-9]{1,64}$/.test(payToken ?? '')) return 'payToken';
  if (notifUrl !== '' && !URL.canParse(notifUrl ?? '')) return 'notifUrl';
  return {
    rail: 'orange_money',
    kind,
    reference: payToken ?? '',
    msisdn: subscriberMsisdn ?? '',
    amount: BigInt(amount ?? 0),
    currency: 'XAF',
    request: { orderId: orderId ?? '', description: description ?? '', channelUserMsisdn: channelUserMsisdn ?? '' },
    callbackUrl: notifUrl === '' ? undefined : notifUrl,
    channelUserMsisdn: channelUserMsisdn ?? '',
    pin: pin ?? '',
  };
}
