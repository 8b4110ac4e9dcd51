import { describe, expect, it } from '@jest/globals';
import { deadLetterConcerns } from './dead-letters.ts';

describe('the concerns about dead letters', () => {
  it('name each service that has some, and no other', async () => {
    const count = Promise.resolve('{"auth":0,"charging":2,"webhooks":1}\n');
    expect(await deadLetterConcerns(count)).toEqual([
      'charging has 2 dead letters that were not replayed',
      'webhooks has 1 dead letters that were not replayed',
    ]);
  });

  it('are none once all were replayed', async () => {
    expect(await deadLetterConcerns(Promise.resolve('{"auth":0,"charging":0}'))).toEqual([]);
  });

  it('are one when the letters could not be counted', async () => {
    const [concern = '', ...others] = await deadLetterConcerns(Promise.reject(new Error('jobs is forbidden\nmore')));
    expect([concern, others]).toEqual(['the dead letters were not counted: Error: jobs is forbidden', []]);
    expect(await deadLetterConcerns(Promise.resolve('no JSON'))).toHaveLength(1);
  });
});
