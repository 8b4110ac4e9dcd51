import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { ConfigurationError } from '../config/load-config.js';
import { runTool } from './run-tool.js';

describe('a command-line tool', () => {
  const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const ended = jest.spyOn(process, 'exit').mockReturnValue(undefined as never);

  afterEach(() => {
    jest.clearAllMocks();
  });
  afterAll(() => {
    jest.restoreAllMocks();
  });

  async function printed(error: Error): Promise<readonly unknown[]> {
    await runTool('tool', () => Promise.reject(error));
    return [...written.mock.calls.flat(), ...ended.mock.calls.flat()];
  }

  it('names every fault of its configuration', async () => {
    const error = new ConfigurationError(['A is missing', 'B is no number']);
    expect(await printed(error)).toEqual([
      'tool: the configuration cannot be used:\n  A is missing\n  B is no number\n',
      78,
    ]);
  });

  it('reports what failed and why, without a stack', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED' });
    const error = new Error('no broker answers', { cause: new Error(refused.message, { cause: refused }) });
    expect(await printed(error)).toEqual(['tool: no broker answers: connect ECONNREFUSED 127.0.0.1:9\n', 1]);
  });

  it('prints the name of an error without a message', async () => {
    const error = new AggregateError([], '');
    expect(await printed(error)).toEqual(['tool: AggregateError\n', 1]);
  });

  it('says where a defect is', async () => {
    const [text, exitCode] = await printed(new TypeError('not a function'));
    expect(text).toMatch(/^tool: not a function\nat .*run-tool\.spec/);
    expect(exitCode).toBe(1);
  });

  it('prints nothing on success', async () => {
    await runTool('tool', () => Promise.resolve());
    expect([...written.mock.calls, ...ended.mock.calls]).toEqual([]);
  });
});
