/** Verifies the deliveries of a file: node verify.mjs <file>. */
import { readFileSync } from 'node:fs';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Webhook as SvixWebhook } from 'svix';

const libraries = [
  ['standardwebhooks', 'standard', (secret, body, headers) => new StandardWebhook(secret).verify(body, headers)],
  ['svix', 'standard', (secret, body, headers) => new SvixWebhook(secret).verify(body, headers)],
  [
    'stripe',
    'stripe',
    (secret, body, headers) => Stripe.webhooks.constructEvent(body, headers['service-signature'], secret),
  ],
];

function accepts(verify, { secret, body, headers }) {
  try {
    verify(secret, body, headers);
    return true;
  } catch {
    return false;
  }
}

const deliveries = JSON.parse(readFileSync(process.argv[2], 'utf8'));
for (const [name, scheme, verify] of libraries) {
  const own = deliveries.filter((delivery) => delivery.scheme === scheme);
  const right = own.filter((delivery) => accepts(verify, delivery) === delivery.isGood).length;
  console.log(`node ${name}: ${right} of ${own.length}`);
  if (right !== own.length || own.length === 0) process.exitCode = 1;
}
