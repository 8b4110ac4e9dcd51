import { Module } from '@nestjs/common';
import type { CommandContract, Principal, Reply } from '@paygate/contracts';
import { CommandBus, MessagingModule } from '@paygate/messaging';
import { newId, PlatformModule, ServiceConfig } from '@paygate/platform';
import { engineAddress } from './engines.js';
import { PATIENCE_MS } from './patience.js';
import type { RunningApp } from './start-app.js';
import { startApp } from './start-app.js';
import type { TestKeys } from './test-keys.js';

/** A connected bus, to send commands as the operator or another service. */
export interface CommandClient {
  readonly bus: CommandBus;
  readonly app: RunningApp;
  /** Sends a command and returns its answer; it waits longer than services do. */
  ask<Request extends object, Answer extends object>(
    contract: CommandContract<Request, Answer>,
    payload: NoInfer<Request>,
    timeoutMs?: number,
  ): Promise<Reply<Answer>>;
  stop(): Promise<void>;
}

export interface CommandClientOptions {
  readonly prefix: string;
  readonly keys: TestKeys;
  /** Address of a broker of the suite's own. */
  readonly brokers?: string;
  /** The sender; the operator when absent. */
  readonly principal?: Principal;
  /** Resolve without waiting for the connection, because the broker is stopped on purpose. */
  readonly unready?: boolean;
}

/** A CommandBus of a principal, connected. */
export async function commandClient(options: CommandClientOptions): Promise<CommandClient> {
  const { prefix, keys, brokers, principal = 'operator', unready = false } = options;
  @Module({
    imports: [PlatformModule.forService(principal, ServiceConfig), MessagingModule.forService({ replies: true })],
  })
  class AskingModule {}

  const app = await startApp({
    unready,
    name: principal,
    module: AskingModule,
    config: ServiceConfig,
    env: { ...keys, TOPIC_PREFIX: prefix, KAFKA_BROKERS: brokers ?? engineAddress('TEST_KAFKA_BROKERS') },
  });
  const bus = app.get(CommandBus);
  return {
    ...{ bus, app },
    ask: (contract, payload, timeoutMs = PATIENCE_MS) =>
      bus.send(contract, payload, { requestId: newId('request'), timeoutMs }),
    stop: () => app.stop(),
  };
}
