import type { CommandContract, EventContract, TableContract } from '@paygate/contracts';

/** Any command contract, for code that does not know its payload. */
export type AnyCommand = Omit<CommandContract<object, object>, 'key'> & { readonly key: (request: never) => string };

/** Any event contract, for code that does not know its payload. */
export type AnyEvent = Omit<EventContract<object>, 'key'> & { readonly key: (payload: never) => string };

interface Row {
  readonly version: number;
}

/** Any table contract, for code that does not know its rows. */
export type AnyTable = Omit<TableContract<Row>, 'key' | 'lapsesAt'> & {
  readonly key: (row: never) => string;
  readonly lapsesAt?: (row: never) => number;
};
