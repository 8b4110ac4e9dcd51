import type {
  CommandContract,
  ErrorCode,
  PayloadClass,
  ReadTable,
  ServiceName,
  Stream,
  TablePage,
} from '@paygate/contracts';

/** Any command contract, for code that does not know its payload. */
export interface AnyCommand {
  readonly name: string;
  readonly owner: ServiceName;
  readonly stream: Stream;
  readonly request: PayloadClass<object>;
  readonly answer: PayloadClass<object>;
  readonly callers: readonly ServiceName[];
  readonly key: (request: never) => string;
  readonly unordered?: boolean;
  readonly refusals: readonly ErrorCode[];
}

/** Any event contract, for code that does not know its payload. */
export interface AnyEvent {
  readonly type: string;
  readonly stream: Stream;
  readonly payload: PayloadClass<object>;
  readonly key: (payload: never) => string;
}

/** Any table contract, for code that does not know its rows. */
export interface AnyTable {
  readonly type: string;
  readonly stream: Stream;
  readonly row: PayloadClass<{ readonly version: number }>;
  readonly key: (row: never) => string;
  readonly snapshot: CommandContract<ReadTable, TablePage>;
  readonly lapsesAt?: (row: never) => number;
}
