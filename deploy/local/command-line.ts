import { parseArgs } from 'node:util';
import { StackError } from './errors.ts';

export const MAX_USERS = 100_000;

/** What `npm start --` takes. */
export interface StartOptions {
  /** how many users are made, each with a funded wallet */
  readonly users: number;
  /** high: every rate, send and sign-in limit is raised out of the way of a load test */
  readonly limits: 'normal' | 'high';
}

export const DEFAULT_START: StartOptions = { users: 1, limits: 'normal' };

export function parseStart(args: readonly string[]): StartOptions {
  const { users, limits } = strictly(() =>
    parseArgs({ args: [...args], options: { users: { type: 'string' }, limits: { type: 'string' } }, strict: true }),
  ).values;
  return { users: parseUsers(users), limits: parseLimits(limits) };
}

export interface LogsOptions {
  readonly name: string | undefined;
  readonly follow: boolean;
}

export function parseLogs(args: readonly string[]): LogsOptions {
  const { values, positionals } = strictly(() =>
    parseArgs({ args: [...args], options: { follow: { type: 'boolean', short: 'f' } }, allowPositionals: true }),
  );
  if (positionals.length > 1) throw new StackError(`logs takes one name, not ${positionals.join(', ')}`);
  return { name: positionals[0], follow: values.follow === true };
}

export function refuseArguments(command: string, args: readonly string[]): void {
  if (args.length > 0) throw new StackError(`${command} takes no arguments: ${args.join(' ')}`);
}

function parseUsers(text: string | undefined): number {
  if (text === undefined) return DEFAULT_START.users;
  const users = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (users >= 1 && users <= MAX_USERS) return users;
  throw new StackError(`--users must be a whole number from 1 to ${String(MAX_USERS)}, not "${text}"`);
}

function parseLimits(text: string | undefined): StartOptions['limits'] {
  if (text === undefined || text === 'normal' || text === 'high') return text ?? DEFAULT_START.limits;
  throw new StackError(`--limits must be "normal" or "high", not "${text}"`);
}

function strictly<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new StackError(error instanceof Error ? error.message : String(error));
  }
}
