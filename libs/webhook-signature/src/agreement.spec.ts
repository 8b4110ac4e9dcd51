import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { generateWebhookSecret } from './secret.js';
import { verifyServiceSignature } from './verify.js';

/*
 * One table of good and hostile deliveries for this verifier, Stripe's and that of Standard Webhooks. Ours refuses whatever one of the
 * others refuses, and settings with which a receiver would accept anything.
 */

const TEN_YEARS = 10 * 365 * 86_400;
const secret = generateWebhookSecret();
const other = generateWebhookSecret();
const body = '{"id":"evt_1","object":"event","type":"payment.completed"}';

interface Vector {
  /** Age of the delivery, in seconds. */
  readonly age?: number;
  /** The receiver's secret, and the signer's where it is another one. */
  readonly secret?: string;
  readonly signer?: string;
  readonly received?: string;
  readonly tolerance?: unknown;
  /** Changes the header of either form. */
  readonly header?: (header: string) => string;
}

type Verifier = 'ours' | 'stripe' | 'standard';
const everyone: readonly Verifier[] = ['ours', 'stripe', 'standard'];

/** The verifiers that accept it. A tolerance concerns ours and Stripe's: that of Standard Webhooks is fixed. */
const vectors: readonly (readonly [name: string, accepted: readonly Verifier[], vector: Vector])[] = [
  ['a good delivery', everyone, {}],
  ['one of 299 s', everyone, { age: 299 }],
  ['a changed body', [], { received: body.replace('evt_1', 'evt_2') }],
  ['a body with a space more', [], { received: `${body} ` }],
  ['another secret', [], { signer: other }],
  ['one of 302 s', [], { age: 302 }],
  ['one of ten years', [], { age: TEN_YEARS }],
  ['one of ten years, for a tolerance of NaN', ['stripe'], { age: TEN_YEARS, tolerance: Number.NaN }],
  ['one of ten years, for a tolerance that is a text', ['stripe'], { age: TEN_YEARS, tolerance: 'abc' }],
  ['one of ten years, for a negative tolerance', ['stripe'], { age: TEN_YEARS, tolerance: -1 }],
  ['one of ten years, for a tolerance of 0', ['stripe'], { age: TEN_YEARS, tolerance: 0 }],
  ['one of ten years, for an infinite tolerance', ['stripe'], { age: TEN_YEARS, tolerance: Infinity }],
  ['one that is 400 s ahead', ['stripe'], { age: -400 }],
  ['an empty secret', [], { secret: '' }],
  ['the prefix as secret', ['stripe'], { secret: 'whsec_' }],
  ['the secret of a variable that was not set', ['stripe', 'standard'], { secret: 'whsec_undefined' }],
  ['a secret of 3 bytes', ['stripe', 'standard'], { secret: `whsec_${Buffer.alloc(3).toString('base64')}` }],
  ['a secret of 23 bytes', ['stripe', 'standard'], { secret: `whsec_${Buffer.alloc(23).toString('base64')}` }],
  ['no header', [], { header: () => '' }],
  ['a header without its time', [], { header: (text) => text.replace(/t=\d+,/, '').replace(/^v1,.*/, '') }],
  ['a signature cut short', [], { header: (text) => text.slice(0, -4) }],
  ['a signature of nothing', [], { header: (text) => text.replace(/v1([=,]).*/, 'v1$1') }],
  ['another scheme', [], { header: (text) => text.replace('v1', 'v0') }],
];

function accepts(run: () => unknown): boolean {
  try {
    run();
    return true;
  } catch {
    return false;
  }
}

test.each(vectors)('%s is accepted by %j', (_, accepted, vector) => {
  const { age = 0, secret: key = secret, signer = key, received = body, tolerance, header = (text) => text } = vector;
  const time = String(Math.floor(Date.now() / 1000) - age);
  const hex = createHmac('sha256', signer).update(`${time}.${body}`).digest('hex');
  const bytes = Buffer.from(signer.replace('whsec_', ''), 'base64');
  const base64 = createHmac('sha256', bytes).update(`evt_1.${time}.${body}`).digest('base64');
  const service = header(`t=${time},v1=${hex}`);
  const standard = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': time,
    'webhook-signature': header(`v1,${base64}`),
  };
  const seconds = tolerance as number | undefined;
  const verdicts: Record<Verifier, boolean> = {
    ours: accepts(() => {
      verifyServiceSignature(received, service, key, seconds === undefined ? {} : { toleranceSeconds: seconds });
    }),
    stripe: accepts(() => Stripe.webhooks.constructEvent(received, service, key, seconds)),
    standard: accepts(() => new Webhook(key).verify(received, standard)),
  };
  expect(everyone.filter((verifier) => verdicts[verifier])).toEqual(accepted);
});
