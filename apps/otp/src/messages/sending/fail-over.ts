import { Circuit } from './circuit.js';
import type { Handover, MessageProvider } from './message-provider.js';
import type { Message } from './send-job.js';

interface Guarded {
  readonly provider: MessageProvider;
  readonly circuit: Circuit;
}

/** Several providers as one: what the first does not take goes to the next. Each is tried once, and left alone while it fails. */
export class FailOver implements MessageProvider {
  readonly #providers: readonly Guarded[];

  constructor(providers: readonly MessageProvider[], now?: () => number) {
    this.#providers = providers.map((provider) => ({ provider, circuit: new Circuit(now) }));
  }

  get circuits(): readonly Circuit[] {
    return this.#providers.map(({ circuit }) => circuit);
  }

  /** `refused` when every provider that was tried refuses; `failed` when one of them may take it later. */
  async handOver(id: string, message: Message): Promise<Handover> {
    let outcome: Handover | undefined;
    for (const { provider, circuit } of this.#providers) {
      if (!circuit.admits()) {
        outcome = { kind: 'failed', reason: outcome?.kind === 'failed' ? outcome.reason : 'circuit open' };
        continue;
      }
      const answer = await provider.handOver(id, message);
      circuit.report(answer.kind !== 'failed');
      if (answer.kind === 'taken') return answer;
      outcome = outcome?.kind === 'failed' ? outcome : answer;
    }
    return outcome ?? { kind: 'refused', reason: 'no provider' };
  }

  close(): void {
    for (const { provider } of this.#providers) provider.close();
  }
}
