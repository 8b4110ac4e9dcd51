import { parseArgs } from 'node:util';
import { StackError } from '../errors.ts';
import { isRecord } from '../files.ts';
import { DEFAULT_START, MAX_INSTANCES, ONE_OF_EACH } from '../stack/start-options.ts';
import type { InstanceCounts, StartOptions } from '../stack/start-options.ts';

const MAX_USERS = 100_000;

const START_OPTIONS = {
  users: { type: 'string' },
  limits: { type: 'string' },
  instances: { type: 'string', multiple: true },
  secure: { type: 'boolean' },
  production: { type: 'boolean' },
  'one-process': { type: 'boolean' },
} as const;

export const START_USAGE = `npm start -- [options]

  --users <count>           how many users to create, each with a funded wallet: 1 to ${String(MAX_USERS)}
  --limits <normal|high>    high raises every rate, send, sign-in and payout limit for load tests
  --instances <count>       how many processes of each service, or of one service: 2, otp=3 or 2,otp=3
  --secure                  engines demand TLS and a login from each service, and check the rights of the service
  --production              --secure, and every service with the settings of a production: live and test keys, no TEST_MODE, and operators,
                            SMS and mail as live mode reaches them
  --one-process             auth, intents, otp, charging, webhooks and gateway in one process, named services: a payment that comes alone costs
                            about half the CPU, and the six a third of the memory; events still pass Kafka
  -h, --help                this text

Two instances of intents are intents and intents-2, each with its own ports, log and line in npm run status; stack.json lists all.
While a stack runs, npm start with other options is refused.

Variables:
  INSTANCES                 as --instances
  GATEWAY_PORT              the port of the gateway; 8443 when it is free, else another, which the start prints
  LOG_LEVEL                 info when not set
  PAYGATE_STACK_ROOT        where the stack keeps its data, .local when not set; npm test uses test and test-production in it
  PAYGATE_CACHE_DIR         where downloaded engines are kept between clones, ~/.cache/paygate when not set
  PAYGATE_STACK_FILE        the stack that scripts, demos and suites talk to, .local/stack.json when not set
  DATABASE_URL, REDIS_URL, KAFKA_BROKERS   engines of your own

CONTRIBUTING.md lists the environment variables: GATEWAY_PORT, PAYGATE_STACK_ROOT and others.
`;

export function wantsHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}

/** `fallback`: the value of --instances when that is not given */
export function parseStart(args: readonly string[], fallback = process.env['INSTANCES']): StartOptions {
  const {
    users,
    limits,
    instances,
    secure = false,
    production = false,
    'one-process': oneProcess = false,
  } = strictly(START_OPTIONS, () => parseArgs({ args: [...args], options: START_OPTIONS, strict: true })).values;
  if (oneProcess && instances !== undefined) throw new StackError('--one-process has one instance of each service');
  const counts = instances ?? (oneProcess || fallback === undefined || fallback === '' ? [] : [fallback]);
  return {
    users: parseUsers(users),
    limits: parseLimits(limits),
    instances: parseInstances(counts),
    secure: secure || production,
    production,
    oneProcess,
  };
}

/** The command that starts a stack with these options, in one spelling. */
export function startLine(start: StartOptions): string {
  const {
    users,
    limits,
    instances: { each, of },
    secure,
    production,
    oneProcess,
  } = start;
  const counts = [
    ...(each === ONE_OF_EACH.each ? [] : [String(each)]),
    ...Object.entries(of)
      .map(([service, count]) => `${service}=${String(count)}`)
      .sort(),
  ];
  const options = [
    ...(users === DEFAULT_START.users ? [] : [`--users ${String(users)}`]),
    ...(limits === DEFAULT_START.limits ? [] : [`--limits ${limits}`]),
    ...(counts.length === 0 ? [] : [`--instances ${counts.join(',')}`]),
    ...(production ? ['--production'] : secure ? ['--secure'] : []),
    ...(oneProcess ? ['--one-process'] : []),
  ];
  return options.length === 0 ? 'npm start' : ['npm start --', ...options].join(' ');
}

export interface LogsOptions {
  readonly name: string | undefined;
  readonly follow: boolean;
  /** Lines as the files hold them. */
  readonly json: boolean;
}

const LOGS_OPTIONS = { follow: { type: 'boolean', short: 'f' }, json: { type: 'boolean' } } as const;

export function parseLogs(args: readonly string[]): LogsOptions {
  const { values, positionals } = strictly(LOGS_OPTIONS, () =>
    parseArgs({ args: [...args], options: LOGS_OPTIONS, allowPositionals: true }),
  );
  if (positionals.length > 1) throw new StackError(`logs takes one name, not ${positionals.join(', ')}`);
  return { name: positionals[0], follow: values.follow === true, json: values.json === true };
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

/** `2`, `intents=3`, or several of these separated by commas. */
function parseInstances(texts: readonly string[]): InstanceCounts {
  return texts
    .flatMap((text) => text.split(','))
    .reduce<InstanceCounts>(({ each, of }, text) => {
      const [, service, digits = ''] = /^(?:([a-z-]+)=)?(\d)$/.exec(text) ?? [];
      const count = Number(digits);
      if (!(count >= 1 && count <= MAX_INSTANCES)) {
        const range = `a whole number from 1 to ${String(MAX_INSTANCES)}`;
        throw new StackError(`--instances must be ${range}, or <service>=<number>, not "${text}"`);
      }
      return service === undefined ? { each: count, of } : { each, of: { ...of, [service]: count } };
    }, ONE_OF_EACH);
}

function strictly<T>(options: object, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`);
    const message = error instanceof Error ? error.message : String(error);
    // without the two dashes npm takes an option for its own and passes only its value on
    const swallowed = isRecord(error) && error['code'] === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL';
    const hint = swallowed ? '; options come after --: npm start -- --users 5' : '';
    throw new StackError(`${message}; the options are: ${known.join(', ')}${hint}`);
  }
}
