import { describe, expect, it } from '@jest/globals';
import type { Answer } from '@paygate/testing';
import { RetriesExhausted, withRetries } from './retries.js';
import { Random } from './random.js';

const answer = (status: number, code = ''): Answer => ({ status, headers: {}, text: `{"code":"${code}"}`, body: {} });
const lost = (): Promise<Answer> => Promise.reject(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }));

describe('a client that retries', () => {
  it('repeats a request after 503 and after a lost connection', async () => {
    const answers = [
      () => Promise.resolve(answer(503, 'service_unavailable')),
      lost,
      () => Promise.resolve(answer(201)),
    ];
    const retries: string[] = [];
    const options = { random: new Random('a'), withinMs: 30_000, onRetry: (why: string) => retries.push(why) };
    const retried = await withRetries('create', () => (answers.shift() ?? lost)(), options);
    expect([retried.answer.status, retried.attempts]).toEqual([201, 3]);
    expect(retries).toEqual(['503 service_unavailable', 'ECONNRESET']);
  });

  it.each([200, 400, 401, 409, 500, 502])('returns an answer of status %d', async (status) => {
    const options = { random: new Random('a'), withinMs: 0 };
    expect((await withRetries('create', () => Promise.resolve(answer(status)), options)).answer.status).toBe(status);
  });

  it.each([
    [201, []],
    [401, ['charge 401 credentials_invalid']],
    [500, ['charge 500 credentials_invalid']],
  ])('reports an answer of status %d that is final and no success by its code', async (status, refusals) => {
    const reported: string[] = [];
    const options = { random: new Random('a'), withinMs: 0, onRefusal: (why: string) => reported.push(why) };
    await withRetries('charge', () => Promise.resolve(answer(status, 'credentials_invalid')), options);
    expect(reported).toEqual(refusals);
  });

  it('gives up with the last outcome in the error', async () => {
    const retrying = withRetries('create', lost, { random: new Random('a'), withinMs: 0 });
    await expect(retrying).rejects.toThrow(new RetriesExhausted('create: ECONNRESET after 0 ms'));
  });
});
