import { describe, expect, it } from '@jest/globals';
import { generateWebhookSecret, signDelivery } from '@paygate/webhook-signature';
import { Merchant } from './merchant.js';
import { Random } from './random.js';

const secret = generateWebhookSecret();

function merchantWith(...deliveries: readonly (readonly [id: string, note: string])[]): Merchant {
  const merchant = new Merchant({ port: 0, path: '/', secret, random: new Random('a') });
  for (const [id, note] of deliveries) {
    const body = JSON.stringify({ id, type: 'payment.completed', note, data: { paymentIntent: { id: 'pi_1' } } });
    const signed = signDelivery({ id, timestampSeconds: Math.floor(Date.now() / 1_000), body }, [secret]);
    merchant.take(Buffer.from(body), signed['service-signature']);
  }
  return merchant;
}

describe('the merchant', () => {
  it('counts repeated deliveries of one event, and records when it arrived', async () => {
    const merchant = merchantWith(['evt_1', ''], ['evt_1', '']);
    expect(merchant.faults).toEqual([]);
    expect(merchant.terminalEventsOf('pi_1')).toEqual([expect.objectContaining({ eventId: 'evt_1', deliveries: 2 })]);
    expect(await merchant.eventTimeOf('pi_1')).toBeLessThanOrEqual(performance.now());
  });

  it('reports two terminal events of one intent, and one event with two bodies', () => {
    expect(merchantWith(['evt_1', ''], ['evt_2', '']).faults).toEqual(['pi_1 has 2 terminal events']);
    expect(merchantWith(['evt_1', ''], ['evt_1', 'other']).faults).toEqual(['evt_1 came with two bodies']);
  });

  it('receives one terminal event of a payment, and one of each of its refunds', () => {
    const merchant = merchantWith(['evt_1', '']);
    for (const [id, refund] of [
      ['evt_2', 're_1'],
      ['evt_3', 're_2'],
      ['evt_4', 're_2'],
    ] as const) {
      const data = { paymentIntent: { id: 'pi_1' }, refund: { id: refund } };
      const body = JSON.stringify({ id, type: 'refund.completed', data });
      const signed = signDelivery({ id, timestampSeconds: Math.floor(Date.now() / 1_000), body }, [secret]);
      merchant.take(Buffer.from(body), signed['service-signature']);
    }
    expect(merchant.terminalEventsOf('pi_1')).toHaveLength(1);
    expect(merchant.faults).toEqual(['re_2 has 2 terminal events']);
  });

  it('reports a delivery with a wrong signature, and does not store it', () => {
    const merchant = merchantWith();
    expect(merchant.take(Buffer.from('{}'), 't=1,v1=00')).toBe(400);
    expect(merchant.faults).toEqual(['a delivery that does not verify: {}']);
    expect(merchant.terminalEventsOf('pi_1')).toEqual([]);
  });

  it('answers 500 to some first deliveries, and 200 to their repetition', () => {
    const merchant = merchantWith();
    const statuses = Array.from({ length: 200 }, (_, index) => {
      const id = `evt_${index}`;
      const body = JSON.stringify({ id, type: 'payment.completed', data: { paymentIntent: { id: `pi_${index}` } } });
      const signed = signDelivery({ id, timestampSeconds: Math.floor(Date.now() / 1_000), body }, [secret]);
      const take = (): number => merchant.take(Buffer.from(body), signed['service-signature']);
      return [take(), take()];
    });
    expect(statuses.filter(([first]) => first === 500).length).toBeGreaterThan(0);
    expect(statuses.filter(([, second]) => second !== 200)).toEqual([]);
  });
});
