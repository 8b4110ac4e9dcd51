import { Injectable } from '@nestjs/common';
import type { IntentStatus } from '@paygate/contracts';
import { Counter, Histogram, Registry } from 'prom-client';
import type { Intent } from './domain/intent.js';
import { terminalStatuses } from './domain/intent-status.js';

const CHARGE_BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900];
const PAYMENT_BUCKETS_SECONDS = [1, 5, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 86_400];
const MS_PER_SECOND = 1_000;

/** A committed change of an intent: the status that it had before, and the intent as the change left it. */
export interface Transition {
  readonly from: IntentStatus;
  readonly intent: Intent;
}

/** The metrics of intents. Every transition is counted after its commit. */
@Injectable()
export class IntentMetrics {
  readonly #transitions: Counter<'from' | 'to'>;
  readonly #charges: Histogram<'method' | 'outcome'>;
  readonly #payments: Histogram<'outcome'>;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#transitions = new Counter({
      name: 'paygate_intent_transitions_total',
      help: 'Changes of the status of intents; a new intent comes from NONE',
      labelNames: ['from', 'to'],
      registers,
    });
    this.#charges = new Histogram({
      name: 'paygate_charge_duration_seconds',
      help: 'Time from the acceptance of a charge until its outcome was recorded on the intent',
      labelNames: ['method', 'outcome'],
      buckets: CHARGE_BUCKETS_SECONDS,
      registers,
    });
    this.#payments = new Histogram({
      name: 'paygate_payment_duration_seconds',
      help: 'Time from the creation of an intent until its terminal status',
      labelNames: ['outcome'],
      buckets: PAYMENT_BUCKETS_SECONDS,
      registers,
    });
  }

  created(count: number): void {
    if (count > 0) this.#transitions.inc({ from: 'NONE', to: 'PENDING' }, count);
  }

  moved(from: IntentStatus, to: IntentStatus): void {
    if (from !== to) this.#transitions.inc({ from, to });
  }

  changed({ from, intent }: Transition): void {
    const { status: to, createdAt, updatedAt, chargedAt, paymentMethod: method } = intent;
    this.moved(from, to);
    if (from === to || !terminalStatuses.includes(to)) return;
    this.#payments.observe({ outcome: to }, secondsBetween(createdAt, updatedAt));
    if (chargedAt !== null && method !== null)
      this.#charges.observe({ method, outcome: to }, secondsBetween(chargedAt, updatedAt));
  }
}

function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, to.getTime() - from.getTime()) / MS_PER_SECOND;
}
