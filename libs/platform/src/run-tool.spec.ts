import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ConfigurationError } from './config/load-config.js';
import { runTool } from './run-tool.js';

describe('a command-line tool', () => {
  const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);

  afterEach(() => {
    process.exitCode = undefined;
    written.mockClear();
  });

  it.each([
    ['names every fault of its configuration', new ConfigurationError(['A must be there', 'B is no number']), 78],
    ['tells what it could not do', new Error('retries', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9') }), 1],
  ])('%s, without a stack', async (_, error, exitCode) => {
    await runTool('tool', () => Promise.reject(error));
    const [text = ''] = written.mock.calls.flat() as string[];
    expect(text).toMatch(
      exitCode === 78
        ? /^tool: .*\n {2}A must be there\n {2}B is no number\n$/
        : /^tool: connect ECONNREFUSED 127\.0\.0\.1:9\n$/,
    );
    expect(process.exitCode).toBe(exitCode);
  });

  it('says nothing of what works', async () => {
    await runTool('tool', () => Promise.resolve());
    expect([written.mock.calls, process.exitCode]).toEqual([[], undefined]);
  });
});
