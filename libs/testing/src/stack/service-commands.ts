import * as contracts from '@paygate/contracts';

interface AnyCommand {
  readonly name: string;
  readonly callers: readonly string[];
}

/** The names of all commands between services, without those that only operators send. */
export const serviceCommands: readonly string[] = Object.values(contracts as Readonly<Record<string, unknown>>)
  .filter(isCommand)
  .filter(({ callers }) => callers.length > 0)
  .map(({ name }) => name);

function isCommand(value: unknown): value is AnyCommand {
  return typeof value === 'object' && value !== null && 'callers' in value && 'answer' in value;
}
