/** Lines that must not compile. A line that compiles after all is an error of its own: an unused expectation. */
import { PaygateBrowser } from '@paygate/browser';
import { Paygate } from '@paygate/node';
import type { PaygateEvent } from '@paygate/node';

// @ts-expect-error a server client needs its key
export const withoutKey = new Paygate({});
// @ts-expect-error the browser client has no secret key
export const secretInBrowser = new PaygateBrowser({ secretKey: 'sk_test_1' });
// @ts-expect-error there is no such environment
export const elsewhere = new PaygateBrowser({ apiKey: 'pk_test_1', env: 'staging' });

export async function refused(paygate: Paygate, client: PaygateBrowser, event: PaygateEvent): Promise<unknown[]> {
  return [
    // @ts-expect-error an amount is a string, so that no digit is lost
    await paygate.paymentIntents.create({ amount: 5000, currency: 'XAF' }),
    // @ts-expect-error an intent has a currency
    await paygate.paymentIntents.create({ amount: '5000' }),
    // @ts-expect-error the currency is misspelt
    await paygate.paymentIntents.create({ amount: '5000', currency: 'XFA' }),
    // @ts-expect-error the parameter is misspelt
    await paygate.paymentIntents.create({ amount: '5000', currency: 'XAF', metdata: {} }),
    // @ts-expect-error metadata is an object
    await paygate.paymentIntents.create({ amount: '5000', currency: 'XAF', metadata: 'order 7' }),
    // @ts-expect-error the session token is missing
    await paygate.paymentIntents.retrieve(),
    // @ts-expect-error there is no such status
    await paygate.paymentIntents.list({ status: 'PAID' }),
    // @ts-expect-error only the answer to a creation has the session token
    (await paygate.paymentIntents.retrieveById('pi_1')).sessionToken,
    // @ts-expect-error the object is not the raw body
    paygate.webhooks.constructEvent({ type: 'payment.completed' }, 't=1,v1=2', 'whsec_1'),
    // @ts-expect-error the secret is missing
    paygate.webhooks.constructEvent('{}', 't=1,v1=2'),
    // @ts-expect-error the event has no such data
    event.type === 'payment.completed' && event.data.payment,
    // @ts-expect-error there is no such event
    event.type === 'payment.succeeded',
    // @ts-expect-error the data of an event that is read later may have expired
    (await paygate.events.retrieve('evt_1')).data.paymentIntent,
    // @ts-expect-error there is no such channel
    await client.initOtp({ userId: 'usr_1', channel: 'whatsapp' }),
    // @ts-expect-error the token of the one-time password stays in the client
    (await client.verifyOtp({ userId: 'usr_1', otp: '123456' })).token,
    // @ts-expect-error a charge names its intent
    await client.charge({}),
  ];
}
