import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Health } from './health.js';
import { Logger } from '../telemetry/logger.js';
import { JobScheduler, SEARCH_NET_SECONDS } from './job-scheduler.js';
import { ShutdownCoordinator } from './shutdown-coordinator.js';

let lines: { message: string; name: string }[];
let health: Health;
let shutdown: ShutdownCoordinator;
let reachDatabase: () => void;
let scheduler: JobScheduler;
beforeEach(() => {
  jest.useFakeTimers();
  lines = [];
  const sink = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) };
  const logger = new Logger({ service: 'suite', instance: 'one', sink });
  const { promise, resolve } = Promise.withResolvers<undefined>();
  reachDatabase = () => {
    resolve(undefined);
  };
  [health, shutdown] = [new Health(), new ShutdownCoordinator(logger)];
  scheduler = new JobScheduler({ logger, health, shutdown, possible: promise });
});
afterEach(() => {
  jest.useRealTimers();
});

/** Advances the time and runs all due jobs. */
const pass = (seconds: number): Promise<void> => jest.advanceTimersByTimeAsync(seconds * 1_000);

describe('scheduled jobs', () => {
  it('begins when it is possible, and again after each pause', async () => {
    const work = jest.fn<() => Promise<void>>(() => Promise.resolve());
    scheduler.repeat({ name: 'sweep', everySeconds: 60, work });
    await pass(3_600);
    expect(work).not.toHaveBeenCalled();
    reachDatabase();
    await pass(59.999);
    expect(work).toHaveBeenCalledTimes(1);
    await pass(0.001);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('never does two runs at a time', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const work = jest.fn(() => promise);
    scheduler.repeat({ name: 'sweep', everySeconds: 1, work });
    reachDatabase();
    await pass(10);
    expect(work).toHaveBeenCalledTimes(1);
    resolve(undefined);
    await pass(1);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('retries soon after a failure, and logs the first failure and the recovery', async () => {
    let fails = true;
    const work = jest.fn<() => Promise<void>>(() => (fails ? Promise.reject(new Error('away')) : Promise.resolve()));
    scheduler.repeat({ name: 'sweep', everySeconds: 60, work });
    reachDatabase();
    await pass(2);
    fails = false;
    await pass(1);
    expect(work).toHaveBeenCalledTimes(4);
    expect(lines).toMatchObject([
      { message: 'a scheduled job failed and will be tried again', name: 'sweep' },
      { message: 'a scheduled job succeeds again', name: 'sweep' },
    ]);
    await pass(59);
    expect(work).toHaveBeenCalledTimes(4);
  });

  it('delays readiness where required, until it has succeeded once', async () => {
    let fails = true;
    const failing = () => (fails ? Promise.reject(new Error('away')) : Promise.resolve());
    scheduler.repeat({ name: 'keys', everySeconds: 60, beforeReady: true, work: failing });
    scheduler.repeat({ name: 'sweep', everySeconds: 60, work: () => Promise.reject(new Error('away')) });
    reachDatabase();
    await pass(1);
    expect(health.report()).toMatchObject({ ready: false, notReady: { keys: 'not ready' } });
    fails = false;
    await pass(1);
    expect(health.report()).toMatchObject({ ready: true });
  });

  it('ends with the shutdown, which waits for the run in progress', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const work = jest.fn(() => promise);
    scheduler.repeat({ name: 'sweep', everySeconds: 1, work });
    reachDatabase();
    await pass(0);
    let ended = false;
    const ending = shutdown.run().then(() => (ended = true));
    await pass(5);
    expect(ended).toBe(false);
    resolve(undefined);
    await ending;
    await pass(60);
    expect(work).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('a search', () => {
  const EVERY_SECONDS = 0.5;
  let due: number | undefined;
  const work = jest.fn(() => Promise.resolve(due));
  const start = () => scheduler.search({ name: 'search', everySeconds: EVERY_SECONDS, work });
  beforeEach(() => {
    due = undefined;
    work.mockClear();
  });

  it('runs rarely while nothing is known to be due', async () => {
    start();
    await pass(60);
    expect(work).not.toHaveBeenCalled();
    reachDatabase();
    await pass(0);
    await pass(SEARCH_NET_SECONDS - 0.001);
    expect(work).toHaveBeenCalledTimes(1);
    await pass(0.001);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['already', -3, EVERY_SECONDS],
    ['at a time', 2, 2],
    ['much later', 3_600, SEARCH_NET_SECONDS],
  ])('runs again when more is due %s', async (_, dueSeconds, pauseSeconds) => {
    due = dueSeconds;
    start();
    reachDatabase();
    await pass(0);
    await pass(pauseSeconds - 0.001);
    expect(work).toHaveBeenCalledTimes(1);
    await pass(0.001);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['now', 0, EVERY_SECONDS],
    ['soon', 1, 1],
    ['later than it runs anyway', 60, SEARCH_NET_SECONDS],
  ])('is woken by what is due %s, and not sooner after a run than it may', async (_, inSeconds, pauseSeconds) => {
    const search = start();
    reachDatabase();
    await pass(0);
    search.wake(inSeconds);
    search.wake(60);
    await pass(pauseSeconds - 0.001);
    expect(work).toHaveBeenCalledTimes(1);
    await pass(0.001);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('runs at once when it is woken after a rest', async () => {
    const search = start();
    reachDatabase();
    await pass(3);
    search.wake();
    await pass(0);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('is woken during a run by what this one may have missed', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    work.mockImplementationOnce(() => promise);
    const search = start();
    reachDatabase();
    await pass(0);
    search.wake();
    search.wake(2);
    resolve(undefined);
    await pass(EVERY_SECONDS);
    expect(work).toHaveBeenCalledTimes(2);
    await pass(SEARCH_NET_SECONDS - 0.001);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('is not begun by a wake before it is possible, nor after the shutdown', async () => {
    const search = start();
    search.wake();
    await pass(60);
    expect(work).not.toHaveBeenCalled();
    reachDatabase();
    await pass(0);
    await shutdown.run();
    search.wake();
    await pass(60);
    expect(work).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });
});
