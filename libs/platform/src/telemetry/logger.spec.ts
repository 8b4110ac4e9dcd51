import { beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { FrameworkLog } from './framework-log.js';
import type { LogFields } from './logger.js';
import { Logger } from './logger.js';

let lines: Record<string, unknown>[];
let logger: Logger;
beforeEach(() => {
  lines = [];
  const sink = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  logger = new Logger({ service: 'otp', instance: 'otp-1', sink });
});
const printed = (): string => JSON.stringify(lines);

describe('a line', () => {
  it('has time, level, service, instance, message and the allowed fields', () => {
    logger.info('sent', { requestId: 'req_1', count: 3, state: 'up' });
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
        service: 'otp',
        instance: 'otp-1',
        message: 'sent',
        requestId: 'req_1',
        count: 3,
        state: 'up',
      },
    ]);
  });

  it('drops every other field, nested values and what is too long, whoever passes them', () => {
    const stray = {
      password: 'canary',
      payload: { otp: 'canary' },
      requestId: { secret: 'canary' },
      code: ['canary'],
      reason: 'x'.repeat(999),
    };
    logger.warn('stray', stray as unknown as LogFields);
    logger.child(stray as unknown as LogFields).error('stray', undefined, stray as unknown as LogFields);
    expect(printed()).not.toContain('canary');
    expect(lines[0]?.['reason']).toHaveLength(300);
  });

  it('of a child carries its fields', () => {
    logger.child({ requestId: 'req_1' }).warn('late', { attempt: 2 });
    expect(lines).toMatchObject([{ requestId: 'req_1', attempt: 2, level: 'warn', service: 'otp' }]);
  });

  it('below the level is not written', () => {
    logger.debug('chatter');
    expect(lines).toEqual([]);
  });
});

describe('an error', () => {
  it('shows name, code, message and stack, and those of its causes', () => {
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', address: 'canary' });
    logger.error('failed', new TypeError('outer', { cause }));
    expect(lines).toMatchObject([
      {
        level: 'error',
        error: {
          name: 'TypeError',
          message: 'outer',
          stack: expect.stringMatching(/^at /),
          cause: { name: 'Error', code: 'ECONNREFUSED', message: 'refused' },
        },
      },
    ]);
    expect(printed()).not.toContain('canary');
  });

  it('of the database shows its code and constraint, never a message, detail, statement or parameter', () => {
    const fault = new pg.DatabaseError('invalid input syntax for type integer: "canary"', 1, 'error');
    Object.assign(fault, {
      code: '22P02',
      severity: 'ERROR',
      constraint: 'item_pkey',
      detail: 'Key (phone)=(canary)',
      where: 'canary',
    });
    const wrapped = Object.assign(new Error('canary'), {
      query: 'SELECT canary',
      parameters: ['canary'],
      driverError: fault,
    });
    logger.error('failed', fault);
    logger.error('failed', new Error('no', { cause: wrapped }));
    expect(printed()).not.toContain('canary');
    expect(lines[0]).toMatchObject({ error: { code: '22P02', constraint: 'item_pkey' } });
  });

  it('of a parser does not repeat what was parsed', () => {
    for (const text of ['{"password": canary}', 'canary'])
      try {
        JSON.parse(text);
      } catch (error) {
        logger.error('failed', error);
      }
    expect(lines).toHaveLength(2);
    expect(printed()).not.toContain('canary');
  });

  it('may be anything that was thrown, and cyclic', () => {
    const cyclic = new Error('a');
    cyclic.cause = cyclic;
    for (const thrown of ['canary', { secret: 'canary' }, null, 7n, cyclic]) logger.error('failed', thrown);
    expect(lines).toHaveLength(5);
    expect(printed()).not.toContain('canary');
  });
});

describe("the framework's messages", () => {
  it('keep their level; chatter is only for debugging', () => {
    const framework = new FrameworkLog(logger);
    framework.log('Starting Nest application...');
    framework.warn('careful');
    framework.error('broken');
    framework.error(new Error('broken'));
    framework.warn({ payload: 'canary' });
    expect(lines.map((line) => [line['level'], line['message']])).toEqual([
      ['warn', 'careful'],
      ['error', 'broken'],
      ['error', 'the framework reports an error'],
      ['warn', 'the framework reports an error'],
    ]);
    expect(printed()).not.toContain('canary');
  });
});
