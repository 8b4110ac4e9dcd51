import { describe, expect, it } from '@jest/globals';
import { START_USAGE, wantsHelp, parseLogs, parseStart, refuseArguments, startLine } from '../commands/command-line.ts';

describe('the command line', () => {
  it('takes the number of users and the limits of a start', () => {
    expect(parseStart([], '')).toEqual({
      users: 1,
      limits: 'normal',
      instances: { each: 1, of: {} },
      secure: false,
      production: false,
      oneProcess: false,
    });
    expect(parseStart(['--users', '250', '--limits', 'high'])).toMatchObject({ users: 250, limits: 'high' });
    expect(parseStart(['--limits=high', '--users=7'])).toMatchObject({ users: 7, limits: 'high' });
  });

  it('gives the set-up of a production secure engines', () => {
    expect(parseStart(['--production'], '')).toMatchObject({ production: true, secure: true });
  });

  it('takes the number of instances of each service, or of one', () => {
    expect(parseStart(['--instances', '2'], '3').instances).toEqual({ each: 2, of: {} });
    expect(parseStart(['--instances', 'otp=3', '--instances', '2,rail-simulator=1'], '').instances).toEqual({
      each: 2,
      of: { otp: 3, 'rail-simulator': 1 },
    });
    expect(parseStart([], '2,intents=6').instances).toEqual({ each: 2, of: { intents: 6 } });
  });

  it.each([
    [
      ['--user', '5'],
      "Unknown option '--user'; the options are: --users, --limits, --instances, --secure, --production, --one-process",
    ],
    [['fast'], "Unexpected argument 'fast'"],
    [['5'], '--secure, --production, --one-process; options come after --: npm start -- --users 5'],
    [['--users'], "'--users <value>' argument missing"],
    [['--users', '0'], '--users must be a whole number from 1 to 100000, not "0"'],
    [['--users', '1e3'], '--users must be a whole number from 1 to 100000, not "1e3"'],
    [['--users', '100001'], '--users must be a whole number from 1 to 100000, not "100001"'],
    [['--instances', '0'], '--instances must be a whole number from 1 to 6, or <service>=<number>, not "0"'],
    [['--instances', 'otp=7'], '--instances must be a whole number from 1 to 6, or <service>=<number>, not "otp=7"'],
    [['--instances', '2,'], '--instances must be a whole number from 1 to 6, or <service>=<number>, not ""'],
    [['--one-process', '--instances', '2'], '--one-process has one instance of each service'],
    [['--limits', 'low'], '--limits must be "normal" or "high", not "low"'],
  ])('refuses %j by name', (args, message) => {
    expect(() => parseStart(args)).toThrow(message);
  });

  it.each([
    [[], 'npm start'],
    [['--users', '1', '--instances', '1', '--limits', 'normal'], 'npm start'],
    [['--limits=high', '--users=20'], 'npm start -- --users 20 --limits high'],
    [['--secure'], 'npm start -- --secure'],
    [['--production'], 'npm start -- --production'],
    [['--production', '--secure'], 'npm start -- --production'],
    [['--production', '--one-process'], 'npm start -- --production --one-process'],
    [['--instances', 'otp=3', '--instances', '2,intents=4'], 'npm start -- --instances 2,intents=4,otp=3'],
  ])('%j has one canonical command', (args, line) => {
    expect(startLine(parseStart(args, ''))).toBe(line);
  });

  it('describes each option in the help text', () => {
    expect([['--help'], ['--users', '5', '-h'], ['--users', '5'], []].map(wantsHelp)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    for (const option of ['--users', '--limits', '--instances', '--secure', '--production', '--one-process', '--help'])
      expect(START_USAGE).toContain(option);
  });

  it('takes one log to show, whether to follow it, and in which form', () => {
    expect(parseLogs(['gateway', '-f'])).toEqual({ name: 'gateway', follow: true, json: false });
    expect(parseLogs(['--json'])).toEqual({ name: undefined, follow: false, json: true });
    expect(() => parseLogs(['one', 'two'])).toThrow('logs takes one name, not one, two');
  });

  it('refuses arguments of a command that takes none', () => {
    expect(() => {
      refuseArguments('stop', ['now']);
    }).toThrow('stop takes no arguments: now');
  });
});
