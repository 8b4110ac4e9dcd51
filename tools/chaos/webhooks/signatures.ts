import type { IncomingHttpHeaders } from 'node:http';
import { verifyServiceSignature } from '@paygate/webhook-signature';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';

type Verify = (body: string, headers: Readonly<Record<string, string>>, secret: string) => unknown;

/** Libraries that merchants verify deliveries with. Each throws when a signature is wrong. */
const libraries: Readonly<Record<string, Verify>> = {
  paygate: (body, headers, secret) => {
    verifyServiceSignature(body, headers['service-signature'] ?? '', secret);
  },
  stripe: (body, headers, secret) => Stripe.webhooks.constructEvent(body, headers['service-signature'] ?? '', secret),
  standardwebhooks: (body, headers, secret) => new Webhook(secret).verify(body, headers),
};

/** The libraries that refuse a delivery. */
export function refusingLibraries(body: string, headers: IncomingHttpHeaders, secret: string): readonly string[] {
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return Object.entries(libraries).flatMap(([name, verify]) => {
    try {
      verify(body, texts, secret);
      return [];
    } catch {
      return [name];
    }
  });
}
