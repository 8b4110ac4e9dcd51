import { setTimeout as delay } from 'node:timers/promises';
import { EventsApi } from './events-api.js';
import type { ShopKeys } from './shop-api.js';
import { ShopApi } from './shop-api.js';
import { UsageError } from './usage-error.js';

export interface TriggerOptions extends ShopKeys {
  readonly apiBase: string;
  /** The destination of a payout; when undefined, the first of the account whose number has the digits of the event. */
  readonly destinationId: string | undefined;
  readonly signal: AbortSignal;
}

/** The API of the shop, with what the causes of events need besides. */
interface Acting {
  readonly shop: ShopApi;
  readonly destinationId: string | undefined;
  /** Resolves when the event about the object has happened. */
  readonly awaitEvent: (type: string, objectId: string) => Promise<void>;
}

interface Trigger {
  /** Does what the event follows from. @returns the id of the object that the event is about */
  readonly cause: (acting: Acting) => Promise<string>;
  /** The longest time until the event. */
  readonly seconds: number;
  /** Printed before a long wait. */
  readonly notice?: string;
}

/** After an answer without events that the API did not wait for. */
const PAUSE_MS = 500;
const SOON_SECONDS = 60;
/** A payment is delayed, and an intent lapses, after five minutes; its job runs within the sixth. */
const LATE_SECONDS = 420;
const LATE = 'The event follows after 5 minutes. Ctrl-C ends the wait, not the payment.';

const paying = (lastDigits: string): Trigger => ({ cause: ({ shop }) => shop.pay(lastDigits), seconds: SOON_SECONDS });

/** A part of a payment is paid back, so that the fee of an account without other payments does not stand in its way. */
const refunding = (lastDigits: string): Trigger => ({
  async cause({ shop, awaitEvent }) {
    const intentId = await shop.pay(lastDigits);
    await awaitEvent('payment.completed', intentId);
    const { id } = await shop.post<{ readonly id: string }>(`/gateway/${intentId}/refunds`, {
      body: { amount: '500' },
    });
    console.log(`${id} refunds 500 of this payment`);
    return id;
  },
  seconds: SOON_SECONDS,
});

/** A payment of twice the amount comes first, so that an account without money can pay out. */
const payingOut = (lastDigits: string): Trigger => ({
  async cause({ shop, destinationId, awaitEvent }) {
    const destination = destinationId ?? (await shop.destinationOf(lastDigits));
    if (destination === undefined)
      throw new UsageError(
        `The account has no payout destination whose number ends in ${lastDigits}. An owner registers it in the dashboard, under Payouts. --destination pd_… names another.`,
      );
    await awaitEvent('payment.completed', await shop.pay('01', '2000'));
    const { id } = await shop.post<{ readonly id: string }>('/payouts', {
      body: { destinationId: destination, amount: '1000' },
    });
    console.log(`${id} pays 1000 out to ${destination}`);
    return id;
  },
  seconds: SOON_SECONDS,
});

/** The cause of each event. The last digits of the numbers are those of the guide to test mode. */
const triggers: Readonly<Record<string, Trigger>> = {
  'payment.created': { cause: async ({ shop }) => (await shop.createIntent()).id, seconds: SOON_SECONDS },
  'payment.processing': paying('01'),
  'payment.completed': paying('01'),
  'payment.failed': paying('10'),
  'payment.delayed': { ...paying('04'), seconds: LATE_SECONDS, notice: LATE },
  'payment.canceled': {
    async cause({ shop }) {
      const { id } = await shop.createIntent();
      await shop.post(`/gateway/${id}/cancel`);
      return id;
    },
    seconds: SOON_SECONDS,
  },
  'payment.expired': {
    cause: async ({ shop }) => (await shop.createIntent({ expiresIn: 300 })).id,
    seconds: LATE_SECONDS,
    notice: LATE,
  },
  'refund.completed': refunding('01'),
  'refund.failed': refunding('51'),
  'payout.completed': payingOut('01'),
  'payout.failed': payingOut('61'),
};

/** The events that {@link trigger} knows. */
export const triggeredEvents: readonly string[] = Object.keys(triggers);

/** An object has one of these events, and then no other of them. */
const FINAL = /\.(completed|failed|expired|canceled)$/;

/**
 * Makes a payment, refund or payout in test mode after which the event happens, and waits for the event. Endpoints receive it, and so does
 * `listen`.
 */
export async function trigger(type: string, { apiBase, secretKey, signal, ...given }: TriggerOptions): Promise<void> {
  const found = triggers[type];
  if (found === undefined)
    throw new UsageError(`trigger cannot cause the event ${type}. It can cause: ${triggeredEvents.join(', ')}.`);
  if (!secretKey.includes('_test_'))
    throw new UsageError('PAYGATE_SECRET_KEY is a live key: trigger needs a test key.');
  const events = new EventsApi(apiBase, secretKey, signal);
  const shop = new ShopApi(apiBase, { secretKey, publishableKey: given.publishableKey });
  let cursor = await shop.newestEvent();
  const awaitEvent = async (wanted: string, objectId: string, seconds = SOON_SECONDS): Promise<void> => {
    for (const giveUpAt = Date.now() + seconds * 1_000; Date.now() < giveUpAt;) {
      const next = await events.after(cursor);
      if (next.length === 0) await delay(PAUSE_MS, undefined, { signal });
      for (const event of next) {
        cursor = event.id;
        if (event.type !== wanted && !FINAL.test(event.type)) continue;
        if (!(await events.body(event.id)).includes(`"${objectId}"`)) continue;
        if (event.type !== wanted) throw new Error(`${event.type} of ${objectId} came instead of ${wanted}.`);
        console.log(`${wanted}  ${event.id}  ${objectId}`);
        return;
      }
    }
    throw new Error(`${wanted} of ${objectId} has not come within ${seconds} s.`);
  };
  const objectId = await found.cause({ shop, destinationId: given.destinationId, awaitEvent });
  if (found.notice !== undefined) console.log(found.notice);
  await awaitEvent(type, objectId, found.seconds);
}
