import { ContainerRegistrationKeys } from '@medusajs/framework/utils';
import { connection } from '../../../connection.js';
import { settleEvent } from '../../../settle.js';

/** The address to which Paygate delivers. It answers 200 when the order is made; anything else brings the event again. */
export async function POST(request, response) {
  const { client, webhookSecret } = connection();
  let event;
  try {
    event = client.webhooks.constructEvent(request.rawBody, request.headers['service-signature'], webhookSecret);
  } catch {
    response.status(400).json({ fault: 'signature' });
    return;
  }
  try {
    await settleEvent(request.scope, event);
    response.json({ received: true });
  } catch (error) {
    request.scope.resolve(ContainerRegistrationKeys.LOGGER).error(`paygate: ${event.id}: ${error.message}`);
    response.status(503).json({ fault: 'later' });
  }
}
