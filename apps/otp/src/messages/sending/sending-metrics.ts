import type { Mode, OtpChannel } from '@paygate/contracts';
import type { Registry } from 'prom-client';
import { Counter, Gauge } from 'prom-client';
import type { Handover } from './message-provider.js';

/** The circuits of all providers, by mode, channel and turn: `live/sms/1`. */
export type Circuits = ReadonlyMap<string, { readonly isOpen: boolean }>;

/** The metrics of messages to people. */
export class SendingMetrics {
  readonly #messages: Counter<'mode' | 'channel' | 'outcome'>;

  constructor(registry: Registry, circuits: Circuits) {
    this.#messages = new Counter({
      name: 'paygate_otp_messages_total',
      help: 'Tries to hand a message over to a provider',
      labelNames: ['mode', 'channel', 'outcome'],
      registers: [registry],
    });
    new Gauge({
      name: 'paygate_circuit_breaker_open',
      help: '1 while a provider of messages is left alone because it has failed',
      labelNames: ['target'],
      registers: [registry],
      collect() {
        for (const [target, { isOpen }] of circuits) this.set({ target }, isOpen ? 1 : 0);
      },
    });
  }

  handedOver(mode: Mode, channel: OtpChannel, outcome: Handover['kind']): void {
    this.#messages.inc({ mode, channel, outcome });
  }
}
