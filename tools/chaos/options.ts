import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { FaultKind, Target } from './faults.js';
import type { WebhookChaosOptions } from './webhooks/webhook-chaos.js';
import { faultKinds, targets, targetsApart, targetsTogether } from './faults.js';
import { faultNames } from './webhooks/stack-faults.js';

export interface ChaosOptions {
  readonly seed: string;
  /** The number of faults of each target. */
  readonly rounds: number;
  readonly targets: readonly Target[];
  readonly kinds: readonly FaultKind[];
  readonly instances: number;
  /** The services on the bus share a process, of which there is one. */
  readonly oneProcess: boolean;
  readonly payers: number;
  /** The average time that a customer takes to read a code. Seconds. */
  readonly reading: number;
  readonly atOnce: number;
  /** The least and the greatest number of payments from one strike to the next. */
  readonly paymentsBetween?: readonly [number, number];
  /** After this time no strike begins. Minutes. */
  readonly minutes: number;
  /** Faults of webhook delivery instead of payments. */
  readonly webhooks?: WebhookChaosOptions;
  /** Payments by mobile money, at operators that do not answer. */
  readonly rails?: RailChaosOptions;
}

export interface RailChaosOptions {
  /** Charges in all. Strikes go on until they are made. */
  readonly charges: number;
  /** A long run: wallets pay every other charge, strikes do not wait until payments of the one before have ended, and it is recorded. */
  readonly long: boolean;
}

const SHORT = { charges: '1000', payers: '60', minutes: '20', kinds: 'kill' };
/** A long run. Some hundred strikes fall into its charges. */
export const LONG = {
  ...{ charges: '10000', payers: '100', minutes: '90', kinds: 'kill,freeze,cut' },
  /** A strike at least for so many charges. */
  chargesOfStrike: 100,
  paymentsBetween: [5, 45] as const,
};
/** The long runs that a release should have. */
export const LONG_RUNS = 10;

/** More than the longest run of charges by mobile money takes. */
const STRIKES_MAX = 2_000;

export const USAGE = `npm run chaos -- [options]
  --seed <text>       repeats the strikes and choices of the run that printed it
  --kills <n>         how many faults each target gets (1)
  --targets <list>    of ${targetsApart.join(', ')} (all)
  --kinds <list>      of ${faultKinds.join(', ')} (kill)
  --instances <n>     processes of each service, 1 to 6 (2)
  --one-process       the services on the bus in one process; targets of ${targetsTogether.join(', ')} (all)
  --payers <n>        payments in flight, 1 to 500 (60)
  --reading <s>       average seconds until a customer has read a code, 0 to 60 (0)
  --at-once <n>       targets that are hit together (1)
  --minutes <n>       no strike begins after this time (20)

npm run chaos -- --webhooks [options]
  --kills <n>         how often a worker is killed (1)
  --events <n>        events in all, each for every endpoint (2000)
  --endpoints <n>     active endpoints, 1 to 15 (8)
  --per-second <n>    events made in a second, at most (60)
  --redis-down <s>    how long Redis is down (60)
  --faults <list>     of ${faultNames.join(', ')} (all)
  --patience <n>      multiplies the times that recovery may take, on a busy machine (1)
  --stack-root <dir>  a stack that runs already with two instances, instead of an own one

npm run chaos -- --rails [options]
  --charges <n>       charges by mobile money in all (1000)
  and the options of the first form: --targets (charging), --kinds, --instances, --one-process, --payers, --at-once, --minutes, --seed

npm run chaos -- --long [options]
  one of the ${LONG_RUNS} runs of a release: ${LONG.charges} charges by wallets and mobile money with refunds, payouts and reversals, and a kill,
  freeze or cut for every ${LONG.chargesOfStrike} of them at least, which takes root. Adds its sums to tools/chaos/long/long-runs.json and
  says how many are missing
  --seed, --charges, --payers (${LONG.payers}), --minutes (${LONG.minutes}), --targets, --kinds, --instances, --one-process
`;

const text = { type: 'string' } as const;
const OPTIONS = {
  seed: text,
  kills: { ...text, default: '1' },
  targets: text,
  kinds: text,
  instances: { ...text, default: '2' },
  'one-process': { type: 'boolean', default: false },
  payers: text,
  reading: { ...text, default: '0' },
  'at-once': { ...text, default: '1' },
  minutes: text,
  webhooks: { type: 'boolean', default: false },
  events: { ...text, default: '2000' },
  endpoints: { ...text, default: '8' },
  'per-second': { ...text, default: '60' },
  'redis-down': { ...text, default: '60' },
  faults: { ...text, default: faultNames.join(',') },
  patience: { ...text, default: '1' },
  'stack-root': text,
  rails: { type: 'boolean', default: false },
  charges: text,
  long: { type: 'boolean', default: false },
} as const;

/** Throws an error that names the wrong option. */
export function parseOptions(args: readonly string[]): ChaosOptions {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const { long, 'one-process': oneProcess } = values;
  const defaults = long ? LONG : SHORT;
  const rails = values.rails || long;
  const allTargets = oneProcess ? targetsTogether : targetsApart;
  const ofRails = oneProcess ? 'services' : 'charging';
  return {
    seed: values.seed ?? randomBytes(4).toString('hex'),
    rounds: rails ? STRIKES_MAX : wholeNumber('kills', values.kills, 1_000),
    targets: listOf('targets', values.targets ?? (rails && !long ? ofRails : allTargets.join(',')), allTargets),
    kinds: listOf('kinds', values.kinds ?? defaults.kinds, faultKinds),
    instances: oneProcess ? 1 : wholeNumber('instances', values.instances, 6),
    oneProcess,
    payers: wholeNumber('payers', values.payers ?? defaults.payers, 500),
    reading: values.reading === '0' ? 0 : wholeNumber('reading', values.reading, 60),
    atOnce: wholeNumber('at-once', values['at-once'], targets.length),
    minutes: wholeNumber('minutes', values.minutes ?? defaults.minutes, 600),
    ...(rails && { rails: { charges: wholeNumber('charges', values.charges ?? defaults.charges, 80_000), long } }),
    ...(long && { paymentsBetween: LONG.paymentsBetween }),
    ...(values.webhooks && {
      webhooks: {
        kills: wholeNumber('kills', values.kills, 100),
        events: wholeNumber('events', values.events, 100_000),
        endpoints: wholeNumber('endpoints', values.endpoints, 15),
        perSecond: wholeNumber('per-second', values['per-second'], 1_000),
        redisDown: wholeNumber('redis-down', values['redis-down'], 600),
        faults: listOf('faults', values.faults, faultNames),
        patience: wholeNumber('patience', values.patience, 100),
        ...(values['stack-root'] !== undefined && { stackRoot: values['stack-root'] }),
      },
    }),
  };
}

function wholeNumber(name: string, text: string, most: number): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= most) return number;
  throw new Error(`--${name} must be a whole number from 1 to ${most}, not "${text}"`);
}

function listOf<Name extends string>(option: string, text: string, known: readonly Name[]): readonly Name[] {
  return text.split(',').map((given) => {
    const name = known.find((one) => one === given);
    if (name === undefined) throw new Error(`--${option} takes ${known.join(', ')}, not "${given}"`);
    return name;
  });
}
