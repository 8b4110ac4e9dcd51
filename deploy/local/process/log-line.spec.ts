import { describe, expect, it } from '@jest/globals';
import { logLines, readable } from './log-line.ts';

const started =
  '{"level":"info","time":"2026-11-26T10:29:20.760Z","service":"intents","instance":"a","port":25318,"message":"the probes answer"}';

describe('a line of a log', () => {
  it('is sorted by its own time, in the forms of services and engines, or by that of the line before', () => {
    const texts = [
      started,
      'at main.ts:1',
      '2026-11-26 10:29:05.690 UTC [1] LOG:  starting',
      '2026-11-26 10:29:07,151 WARN',
    ];
    expect(logLines('one', texts).map(({ time }) => time)).toEqual([
      ...['2026-11-26T10:29:20.760Z', '2026-11-26T10:29:20.760Z'],
      ...['2026-11-26T10:29:05.690Z', '2026-11-26T10:29:07.151Z'],
    ]);
    expect(logLines('one', ['at main.ts:1'], '2026-11-26T10:29:05.690Z')[0]?.time).toBe('2026-11-26T10:29:05.690Z');
  });

  it.each([
    [started, '10:29:20.760 one               info  the probes answer port=25318'],
    [
      '{"level":"error","time":"2026-11-26T10:29:20.760Z","message":"it failed","reason":"no answer","error":{"name":"Error","message":"late","stack":"at a\\nat b"}}',
      '10:29:20.760 one               error it failed reason="no answer"\n  Error: late\n    at a\n    at b',
    ],
    [
      '2026-11-26 10:29:05.690 UTC [1] LOG:  starting',
      'one               2026-11-26 10:29:05.690 UTC [1] LOG:  starting',
    ],
    ['{"level":"info"', 'one               {"level":"info"'],
    ['{"level":"info"}', 'one               {"level":"info"}'],
  ])('is shown as a person reads it: %s', (text, shown) => {
    expect(readable({ name: 'one', time: '', text })).toBe(shown);
  });
});
