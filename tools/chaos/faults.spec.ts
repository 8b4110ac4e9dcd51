import { describe, expect, it } from '@jest/globals';
import { serviceNames } from '@paygate/contracts';
import type { FaultPlanOptions } from './faults.js';
import { planStrikes, processOf, targetsApart as targets } from './faults.js';
import { parseOptions } from './options.js';
import { newPayment } from './payer.js';
import { Random } from './random.js';

const options = (seed: string, more: Partial<FaultPlanOptions> = {}): FaultPlanOptions => ({
  ...{ random: new Random(seed), rounds: 4, targets, kinds: ['kill', 'freeze'], instances: 2, atOnce: 1 },
  ...more,
});

describe('the strikes of a run', () => {
  it('follow from the seed, and so do its payments', () => {
    expect(planStrikes(options('a'))).toEqual(planStrikes(options('a')));
    expect(planStrikes(options('a'))).not.toEqual(planStrikes(options('b')));
    const drawn = new Random('a');
    drawn.next();
    expect(newPayment(drawn, 7)).toEqual(newPayment(new Random('a'), 7));
  });

  it('hit each target equally often, together or one by one', () => {
    for (const atOnce of [1, 3]) {
      const struck = planStrikes(options('a', { atOnce })).flatMap(({ faults }) => faults.map(({ target }) => target));
      expect(targets.map((target) => struck.filter((one) => one === target).length)).toEqual(targets.map(() => 4));
    }
  });

  it('hit existing instances only, of an engine the only one', () => {
    const faults = planStrikes(options('a', { rounds: 50 })).flatMap((strike) => strike.faults);
    expect(new Set(faults.map(processOf))).toEqual(new Set([...targets, ...serviceNames.map((name) => `${name}-2`)]));
  });
});

describe('the command line of chaos', () => {
  it('takes the targets, the kinds of faults and how often', () => {
    const given = ['--seed', 'a', '--kills', '20', '--targets', 'redis,otp', '--kinds', 'freeze', '--instances', '3'];
    expect(parseOptions(given)).toMatchObject({
      ...{ seed: 'a', rounds: 20, targets: ['redis', 'otp'], kinds: ['freeze'], instances: 3 },
    });
    expect(parseOptions(['--long'])).toMatchObject({
      ...{
        targets,
        kinds: ['kill', 'freeze', 'cut'],
        rails: { charges: 10_000, long: true },
        payers: 100,
      },
    });
    expect(parseOptions(['--long', '--one-process'])).toMatchObject({
      ...{ targets: ['services', 'kafka', 'postgres', 'redis'], oneProcess: true, instances: 1 },
    });
    expect(parseOptions(['--rails'])).toMatchObject({ targets: ['charging'], kinds: ['kill'], rails: { long: false } });
    expect(parseOptions([]).seed).toMatch(/^[0-9a-f]{8}$/);
  });

  it.each([
    [['--kills', '0'], '--kills must be a whole number from 1 to 1000, not "0"'],
    [['--targets', 'moon'], 'not "moon"'],
    [['--targets', 'otp', '--one-process'], '--targets takes services, kafka, postgres, redis, not "otp"'],
    [['--kinds', ''], '--kinds takes kill, freeze, restart, cut, not ""'],
  ])('refuses %j', (args, message) => {
    expect(() => parseOptions(args)).toThrow(message);
  });
});
