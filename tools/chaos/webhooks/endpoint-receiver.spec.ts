import { describe, expect, it } from '@jest/globals';
import { generateWebhookSecret, signDelivery } from '@paygate/webhook-signature';
import { EndpointReceiver } from './endpoint-receiver.js';

const secret = generateWebhookSecret();
const other = generateWebhookSecret();

/** A delivery of an event, signed for an endpoint. */
function delivery(id = 'evt_1', note = '') {
  const body = JSON.stringify({ id, type: 'payment.created', note, data: { paymentIntent: { id: 'pi_1' } } });
  const sign = (by: string) => ({
    ...signDelivery({ id, timestampSeconds: Math.floor(Date.now() / 1_000), body }, [by]),
  });
  return { body: Buffer.from(body), headers: sign(secret), foreign: sign(other) };
}

function receiver(): EndpointReceiver {
  const made = new EndpointReceiver();
  made.expect('/hooks', secret);
  return made;
}

describe('the receiver of deliveries', () => {
  it('takes one that every library verifies, and counts it when it comes again', () => {
    const { body, headers } = delivery();
    const taking = receiver();
    taking.take('/hooks', body, headers);
    taking.take('/hooks', body, headers);
    expect(taking).toMatchObject({ faults: [], deliveries: 1, duplicates: 1 });
  });

  it.each([
    ['service-signature', 'paygate and stripe'],
    ['webhook-signature', 'standardwebhooks'],
    ['webhook-id', 'standardwebhooks'],
  ])('reports one with another %s, and the libraries that refuse it', (name, libraries) => {
    const { body, headers, foreign } = delivery();
    const wrong = name === 'webhook-id' ? 'evt_2' : String(Reflect.get(foreign, name));
    const taking = receiver();
    taking.take('/hooks', body, { ...headers, [name]: wrong });
    expect(taking).toMatchObject({ faults: [`${libraries} refuse a delivery to /hooks`], deliveries: 0 });
  });

  it('reports one without signatures', () => {
    const taking = receiver();
    taking.take('/hooks', delivery().body, {});
    expect(taking.faults).toEqual(['paygate and stripe and standardwebhooks refuse a delivery to /hooks']);
  });

  it('reports an event that comes again with another body', () => {
    const taking = receiver();
    for (const { body, headers } of [delivery(), delivery('evt_1', 'changed')]) taking.take('/hooks', body, headers);
    expect(taking.faults).toEqual(['evt_1 came again with another id or body']);
  });

  it('ignores what is sent to endpoints of others', () => {
    const taking = receiver();
    taking.take('/elsewhere', Buffer.from('{}'), {});
    expect(taking).toMatchObject({ faults: [], deliveries: 0 });
  });
});
