import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { existsSync } from 'node:fs';
import { logPath } from '../process/log-file.ts';
import { becomesTrue } from '../waiting.ts';
import { BOOT_MS, TestStack } from './runner.ts';
import type { Running } from './runner.ts';

jest.setTimeout(300_000);

describe('Ctrl-C', () => {
  let stack: TestStack;
  beforeEach(() => {
    stack = new TestStack();
  });
  afterEach(() => stack.remove());

  async function interrupted(running: Running): Promise<number | null> {
    // a terminal signals more than once, because npm passes the signal on
    running.child.kill('SIGINT');
    running.child.kill('SIGINT');
    const code = await running.exit();
    expect(await stack.survivors()).toEqual([]);
    return code;
  }

  it.each(['postgres-initdb', 'redis', 'kafka-format', 'kafka'])(
    'while %s is starting leaves nothing, and the next start works',
    async (name) => {
      const running = stack.start();
      // its log stays, also when it ends before this test looks
      expect(await becomesTrue(() => existsSync(logPath(stack.paths.logs, name)), BOOT_MS)).toBe(true);
      expect(await interrupted(running)).toBe(130);
      const next = await stack.started();
      expect(await interrupted(next)).toBe(0);
    },
  );

  it('during a migration leaves nothing', async () => {
    const running = stack.start('', 'hang');
    expect(await becomesTrue(() => stack.recorded().includes('prepare'), BOOT_MS)).toBe(true);
    expect(await interrupted(running)).toBe(130);
  });

  it('under load lets a service finish its requests, and leaves nothing', async () => {
    const running = await stack.started('busy');
    const url = `http://127.0.0.1:${String(stack.ports()['second-health'])}/slow`;
    const slow = Array.from({ length: 20 }, async () =>
      (await fetch(url, { headers: { connection: 'close' } })).text(),
    );
    // a connection whose request the service has not read is closed by its shutdown
    const begun = async (): Promise<string> => (await fetch(url.replace('/slow', '/begun'))).text();
    expect(await becomesTrue(async () => (await begun()) === String(slow.length), BOOT_MS)).toBe(true);
    const code = await interrupted(running);
    expect(await Promise.all(slow)).toEqual(slow.map(() => '/slow answered\n'));
    expect(code).toBe(0);
  });
});

describe('SIGINT to one process alone', () => {
  let stack: TestStack;
  beforeEach(() => {
    stack = new TestStack();
  });
  afterEach(() => stack.remove());

  it.each([
    ['npm', () => stack.npmEngines()],
    ['the launcher', () => stack.launch('engines')],
  ])('%s stops the stack gracefully', async (_name, launch) => {
    const running = launch();
    await running.prints('engines are up');
    running.child.kill('SIGINT');
    await running.exit();
    expect(running.output).toContain('stopping (SIGINT)');
    expect(await stack.survivors()).toEqual([]);
  });
});
