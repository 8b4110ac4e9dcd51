import { Injectable } from '@nestjs/common';
import { Logger } from '@paygate/platform';
import { RailSimulatorConfig } from '../config.js';
import type { Rail } from '../payments/payment.js';
import type { DueCallback } from './callbacks.repository.js';
import { CallbacksRepository } from './callbacks.repository.js';
import { sendCallback } from './send-callback.js';

/** Sends callbacks, each once, and records what became of them. */
@Injectable()
export class CallbackSender {
  constructor(
    private readonly callbacks: CallbacksRepository,
    private readonly config: RailSimulatorConfig,
    private readonly logger: Logger,
  ) {}

  /** Begins to send callbacks that are due, at most `limit`, and returns how many; a slow receiver delays no other. */
  async sendDue(limit: number): Promise<number> {
    const due = await this.callbacks.take(limit);
    for (const callback of due)
      this.#send(callback).catch((error: unknown) => {
        this.logger.error('the result of a callback could not be recorded', error);
      });
    return due.length;
  }

  /** True when every callback about a payment so far was sent and answered, or failed. */
  isDone(rail: Rail, reference: string): Promise<boolean> {
    return this.callbacks.areDone(rail, reference);
  }

  async #send(callback: DueCallback): Promise<void> {
    await this.callbacks.recordResult(callback.number, await sendCallback(callback, this.config.CALLBACK_CA));
  }
}
