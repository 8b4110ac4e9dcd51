import { describe, expect, it } from '@jest/globals';
import type { Answer } from '@paygate/testing';
import { OutOfPatience, patiently } from './patience.js';
import { Random } from './random.js';

const answer = (status: number, code = ''): Answer => ({ status, headers: {}, text: `{"code":"${code}"}`, body: {} });
const lost = (): Promise<Answer> => Promise.reject(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }));

describe('a patient client', () => {
  it('asks again when nothing was done, when nobody knows, and when the connection was lost', async () => {
    const answers = [
      () => Promise.resolve(answer(503, 'service_unavailable')),
      lost,
      () => Promise.resolve(answer(201)),
    ];
    const retries: string[] = [];
    const terms = { random: new Random('a'), withinMs: 30_000, onRetry: (why: string) => retries.push(why) };
    const asked = await patiently('create', () => (answers.shift() ?? lost)(), terms);
    expect([asked.answer.status, asked.attempts]).toEqual([201, 3]);
    expect(retries).toEqual(['503 service_unavailable', 'ECONNRESET']);
  });

  it.each([200, 400, 401, 409, 500, 502])('takes %d for an answer', async (status) => {
    const terms = { random: new Random('a'), withinMs: 0 };
    expect((await patiently('create', () => Promise.resolve(answer(status)), terms)).answer.status).toBe(status);
  });

  it('gives up, saying what it heard last', async () => {
    const asking = patiently('create', lost, { random: new Random('a'), withinMs: 0 });
    await expect(asking).rejects.toThrow(new OutOfPatience('create: ECONNRESET after 0 ms'));
  });
});
