import { expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { intentIn } from './domain/intent.samples.js';
import { IntentMetrics } from './intent-metrics.js';

it('counts transitions and measures payments and charges at their end', async () => {
  const registry = new Registry();
  const metrics = new IntentMetrics(registry);
  const intent = intentIn('PENDING');
  const after = (seconds: number) => new Date(intent.createdAt.getTime() + seconds * 1_000);
  metrics.created(2);
  const processing = { ...intent, status: 'PROCESSING', chargedAt: after(10), paymentMethod: 'wallet' } as const;
  metrics.changed({ from: 'PENDING', intent: { ...processing, updatedAt: after(10) } });
  metrics.changed({ from: 'PROCESSING', intent: { ...processing, updatedAt: after(11) } });
  metrics.changed({ from: 'PROCESSING', intent: { ...processing, status: 'COMPLETED', updatedAt: after(12) } });
  const text = await registry.metrics();
  expect(text).toContain('paygate_intent_transitions_total{from="NONE",to="PENDING"} 2\n');
  expect(text).toContain('paygate_intent_transitions_total{from="PENDING",to="PROCESSING"} 1\n');
  expect(text).toContain('paygate_intent_transitions_total{from="PROCESSING",to="COMPLETED"} 1\n');
  expect(text).not.toContain('from="PROCESSING",to="PROCESSING"');
  expect(text).toContain('paygate_charge_duration_seconds_sum{method="wallet",outcome="COMPLETED"} 2\n');
  expect(text).toContain('paygate_payment_duration_seconds_sum{outcome="COMPLETED"} 12\n');
});
