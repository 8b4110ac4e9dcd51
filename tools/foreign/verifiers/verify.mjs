/** Verifies the deliveries, and prints how many each library judged right. */
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

const deliveries = JSON.parse(readFileSync('../deliveries.json', 'utf8'));
const counts = libraries.map(([name, scheme, verify]) => {
  const own = deliveries.filter((delivery) => delivery.scheme === scheme);
  const right = own.filter((delivery) => accepts(verify, delivery) === delivery.isGood).length;
  return `${name} ${right} of ${own.length}`;
});
console.log(counts.join(', '));
