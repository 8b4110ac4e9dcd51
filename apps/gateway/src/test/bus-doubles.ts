import { Global, Module } from '@nestjs/common';
import type { ApiKeyRow, CommandContract, DeniedTokensRow, ErrorCode, Reply, SigningKeyRow } from '@paygate/contracts';
import { apiKeyTable, deniedTokensTable, refuse, userTokenKeyTable } from '@paygate/contracts';
import type { SendOptions } from '@paygate/messaging';
import { CommandBus, tableToken } from '@paygate/messaging';
import { PlatformModule, TRANSPORT } from '@paygate/platform';
import { ApiModule } from '../api.module.js';
import { GatewayConfig } from '../config.js';

/** A table that a spec writes itself. */
export class TableDouble<Row> {
  readonly rows = new Map<string, Row>();
  isFresh = true;
  private readonly listeners = new Set<(key: string, row: Row) => void>();

  /** How many wait for a row. */
  get listening(): number {
    return this.listeners.size;
  }
  fresh(): boolean {
    return this.isFresh;
  }
  get(key: string): Row | undefined {
    return this.rows.get(key);
  }
  entries(): IterableIterator<[string, Row]> {
    return this.rows.entries();
  }
  onChange(listener: (key: string, row: Row) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
  put(key: string, row: Row): void {
    this.rows.set(key, row);
    for (const listener of this.listeners) listener(key, row);
  }
}

type Handler = (payload: never, options: SendOptions) => Reply<unknown> | Promise<Reply<unknown>>;

/** A bus on which a spec answers for the other services. */
export class BusDouble {
  readonly sent: { readonly name: string; readonly payload: unknown; readonly options: SendOptions }[] = [];
  private readonly handlers = new Map<string, Handler>();
  private refusal: ErrorCode = 'service_unavailable';
  /** The last command that was sent. */
  last: Pick<CommandContract<object, object>, 'name' | 'refusals'> | undefined;

  on<Request extends object, Answer extends object>(
    contract: CommandContract<Request, Answer>,
    handler: (payload: Request, options: SendOptions) => Reply<Answer> | Promise<Reply<Answer>>,
  ): void {
    this.handlers.set(contract.name, handler);
  }

  /** What every command is answered for which no other answer is set. */
  refuse(code: ErrorCode): void {
    this.refusal = code;
  }

  async send(
    contract: Pick<CommandContract<object, object>, 'name' | 'refusals'>,
    payload: unknown,
    options: SendOptions,
  ): Promise<Reply<unknown>> {
    this.sent.push({ name: contract.name, payload, options });
    const handler = this.handlers.get(contract.name);
    this.last = contract;
    return handler === undefined ? refuse(this.refusal) : await handler(payload as never, options);
  }
}

export const apiKeyRows = new TableDouble<ApiKeyRow>();
export const userTokenKeyRows = new TableDouble<SigningKeyRow>();
export const deniedTokensRows = new TableDouble<DeniedTokensRow>();
export const busDouble = new BusDouble();

const doubles = [
  {
    provide: TRANSPORT,
    useValue: {
      listen: (done: () => void) => {
        done();
      },
      close: () => undefined,
    },
  },
  { provide: CommandBus, useValue: busDouble },
  { provide: tableToken(apiKeyTable), useValue: apiKeyRows },
  { provide: tableToken(userTokenKeyTable), useValue: userTokenKeyRows },
  { provide: tableToken(deniedTokensTable), useValue: deniedTokensRows },
];

@Global()
@Module({ providers: doubles, exports: doubles.map(({ provide }) => provide) })
class BusDoubles {}

/** The gateway without a broker, for specs of what happens before a command is sent and after its reply. */
@Module({ imports: [PlatformModule.forService('gateway', GatewayConfig), BusDoubles, ApiModule] })
export class GatewayWithDoubles {}
