import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '../telemetry/logger.js';
import { ShutdownCoordinator } from './shutdown-coordinator.js';

let lines: { message: string; step: string; phase: string }[];
let shutdown: ShutdownCoordinator;
beforeEach(() => {
  lines = [];
  const sink = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) };
  shutdown = new ShutdownCoordinator(new Logger({ service: 'suite', instance: 'one', sink }));
});
afterEach(() => {
  jest.useRealTimers();
});

describe('the shutdown', () => {
  it('runs the phases in order, each after all steps of the one before, whatever the order of registration', async () => {
    const done: string[] = [];
    const slow = (name: string) => async () => {
      await new Promise(setImmediate);
      done.push(name);
    };
    for (const phase of ['close', 'flush', 'finish', 'stop-intake'] as const)
      for (const name of ['a', 'b']) shutdown.on(phase, name, slow(`${phase} ${name}`));
    expect(shutdown.begun).toBe(false);
    expect(await shutdown.run()).toBe(true);
    expect(shutdown.begun).toBe(true);
    expect(done).toEqual(['stop-intake', 'finish', 'flush', 'close'].flatMap((phase) => [`${phase} a`, `${phase} b`]));
  });

  it('runs once, however often it is asked for', async () => {
    let runs = 0;
    shutdown.on('flush', 'count', () => {
      runs++;
    });
    const first = shutdown.run();
    expect(shutdown.run()).toBe(first);
    await first;
    await shutdown.run();
    expect(runs).toBe(1);
  });

  it('goes on after a step that fails, throwing or rejecting, and says so', async () => {
    let closed = false;
    shutdown.on('stop-intake', 'thrower', () => {
      throw new Error('no');
    });
    shutdown.on('finish', 'rejecter', () => Promise.reject(new Error('no')));
    shutdown.on('close', 'closer', () => {
      closed = true;
    });
    expect(await shutdown.run()).toBe(false);
    expect(closed).toBe(true);
    expect(lines).toMatchObject([
      { step: 'thrower', phase: 'stop-intake' },
      { step: 'rejecter', phase: 'finish' },
    ]);
  });

  it('waits for no step beyond its bound: all phases together stay below 15 s', async () => {
    jest.useFakeTimers();
    for (const phase of ['stop-intake', 'finish', 'flush', 'close'] as const)
      shutdown.on(phase, 'hanging', () => new Promise(() => undefined));
    const run = shutdown.run();
    await jest.advanceTimersByTimeAsync(14_999);
    expect(await run).toBe(false);
    expect(lines).toHaveLength(4);
  });

  it('leaves no timer behind', async () => {
    jest.useFakeTimers();
    shutdown.on('close', 'quick', () => undefined);
    await shutdown.run();
    expect(jest.getTimerCount()).toBe(0);
  });
});
