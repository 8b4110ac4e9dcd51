/** A server in TypeScript as an ES module; compiled, and run. */
import { Paygate, PaygateApiError, PaygateError, SignatureVerificationError } from '@paygate/node';
import type { PaygateEvent, PaymentIntent } from '@paygate/node';

const paygate = new Paygate({ secretKey: 'sk_test_not_a_real_key', baseUrl: 'https://paygate.example' });
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

/** Every call of the specification, with its arguments only. It is compiled and not called. */
export async function calls(body: Buffer, signature: string | string[] | undefined): Promise<PaymentIntent> {
  const intent = await paygate.paymentIntents.create({
    amount: '5000',
    currency: 'XAF',
    description: 'Order 1042',
    metadata: { orderId: '1042', items: [{ sku: 'a', count: 2 }], gift: true },
  });
  const texts: string[] = [intent.id, intent.sessionToken, intent.expiresAt];
  const retrieved = await paygate.paymentIntents.retrieve(intent.sessionToken);
  // a newer gateway may answer a status that these types do not know
  const later: typeof retrieved.status = 'REVERSED';
  texts.push(later);
  if (retrieved.status === 'EXPIRED') throw new Error(texts.join());
  for await (const { id } of paygate.paymentIntents.list({ status: 'PENDING', limit: 10 })) texts.push(id);
  try {
    await paygate.paymentIntents.cancel(intent.id, { idempotencyKey: 'key', signal: AbortSignal.timeout(1_000) });
  } catch (error) {
    if (error instanceof PaygateApiError && error.code === 'intent_expired') texts.push(error.requestId);
  }
  const event: PaygateEvent = paygate.webhooks.constructEvent(body, signature, secret);
  switch (event.type) {
    case 'payment.completed':
    case 'payment.failed':
      texts.push(event.data.paymentIntent.amount, event.data.paymentIntent.currency);
      break;
    default:
      break;
  }
  for await (const listed of paygate.events.list({ endingBefore: 'evt_1' }))
    if (listed.type === 'payment.completed' && listed.data !== null) texts.push(listed.data.paymentIntent.amount);
  for await (const { url } of paygate.webhookEndpoints.list()) texts.push(url);
  return retrieved;
}

const payload = JSON.stringify(Paygate.webhooks.generateTestEvent('payment.completed', { metadata: { orderId: '7' } }));
const header = Paygate.webhooks.generateTestHeaderString({ payload, secret });
const event = Paygate.webhooks.constructEvent(payload, header, secret);
if (event.type !== 'payment.completed') throw new Error(event.type);
try {
  Paygate.webhooks.constructEvent(`${payload} `, header, secret);
  throw new Error('a tampered body was accepted');
} catch (error) {
  if (!(error instanceof SignatureVerificationError) || error.fault !== 'no_match') throw error;
  if (!(error instanceof PaygateError) || error.code !== 'signature_invalid') throw error;
}
console.log(event.data.paymentIntent.metadata['orderId']);
