import { generateWebhookSecret, signDelivery } from '@paygate/webhook-signature';

/** A delivery as a receiver gets it, and whether a library accepts it. */
export interface CapturedDelivery {
  readonly name: string;
  /** The headers that are read: those of Standard Webhooks, or Paygate's own, which Stripe's libraries verify. */
  readonly scheme: 'standard' | 'stripe';
  readonly secret: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isGood: boolean;
}

const ID = 'evt_01k8zq7d5rj1ve3y9gankhs8j2';
const STALE_SECONDS = 600;
const METADATA = [
  '{}',
  '{ "spaced" : "out",\t"escaped":"\\u00e9\\/\\n" }',
  '{"n":9007199254740993,"m":1.0,"2":0,"1":0}',
  '{"name":"Ngô Bảo Châu 🎉","ar":"مرحبا","zero width":"a\u200db"}',
  `{"large":"${'ሀ'.repeat(5_000)}"}`,
];

/** Deliveries that every library accepts, and forged ones that each refuses. */
export function deliveries(): readonly CapturedDelivery[] {
  const nowSeconds = Math.floor(Date.now() / 1_000);
  const [secret, other] = [generateWebhookSecret(), generateWebhookSecret()];
  const bodies = METADATA.map((metadata) => `{"id":"${ID}","data":{"paymentIntent":{"metadata":${metadata}}}}`);
  return bodies.flatMap((body) => {
    const signed = (secrets: readonly string[], timestampSeconds = nowSeconds) => ({
      ...signDelivery({ id: ID, timestampSeconds, body }, secrets),
    });
    const bothSchemes = (name: string, isGood: boolean, headers: Record<string, string>, sent = body) =>
      (['standard', 'stripe'] as const).map((scheme) => ({ name, scheme, secret, body: sent, headers, isGood }));
    return [
      ...bothSchemes('one secret', true, signed([secret])),
      ...bothSchemes('the newer of two secrets', true, signed([secret, other])),
      ...bothSchemes('the older of two secrets', true, signed([other, secret])),
      ...bothSchemes('a changed body', false, signed([secret]), body.replace('"data"', '"date"')),
      ...bothSchemes('another secret', false, signed([other])),
      ...bothSchemes('a time long past', false, signed([secret], nowSeconds - STALE_SECONDS)),
    ];
  });
}
