import type { CommandContract, Reply } from '@paygate/contracts';
import type { CommandClient, CommandOptions } from './client/command-client.js';

/** What goes with a command: `requestId` (`req_…`) travels through every message and log line; times in milliseconds. */
export type SendOptions = CommandOptions;

/** Asks other services to do things. */
export class CommandBus {
  readonly #client: CommandClient;
  readonly #starting: () => Promise<void> | undefined;

  /** `starting` gives a promise only until the bus was ready for the first time. */
  constructor(client: CommandClient, starting: () => Promise<void> | undefined) {
    this.#client = client;
    this.#starting = starting;
  }

  /**
   * Sends a command and gives its answer. Never throws: a command that was not sent is refused with
   * `service_unavailable`, one that was sent and not answered in time with `upstream_timeout`.
   */
  async send<Request extends object, Answer extends object>(
    contract: CommandContract<Request, Answer>,
    payload: NoInfer<Request>,
    options: SendOptions,
  ): Promise<Reply<Answer>> {
    await this.#starting();
    return (await this.#client.request(contract, payload, options)) as Reply<Answer>;
  }
}
