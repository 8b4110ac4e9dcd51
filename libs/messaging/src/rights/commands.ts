import * as contracts from '@paygate/contracts';
import type { AnyCommand } from '../contracts.js';

/** Every command that the contracts declare. */
export const commands: readonly AnyCommand[] = (Object.values(contracts) as unknown[]).filter(isCommand);

function isCommand(value: unknown): value is AnyCommand {
  return typeof value === 'object' && value !== null && 'callers' in value && 'stream' in value;
}
