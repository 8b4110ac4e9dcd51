import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { IntentsUnderTest } from './intents-under-test.js';

let intents: IntentsUnderTest;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
});
afterAll(() => intents.stop());

/** Functions of the service and of the platform's database, without those of tests. */
const OURS = /\/(apps\/intents\/src\/(?!test\/)|libs\/platform\/src\/database\/)/;

it('between the controller and the driver a creation passes at most five functions', async () => {
  const frames = await framesTo('INSERT INTO intent (', () => intents.created());
  expect(frames.at(-1)).toContain('CreateIntents.create');
  expect(frames.at(0)).toContain('libs/platform/src/database/');
  expect(frames.length).toBeLessThanOrEqual(5);
});

it('between the controller and the driver the beginning of a charge passes at most seven functions', async () => {
  const intent = await intents.created();
  const frames = await framesTo('AS "tokenUsedBy"', () => intents.charge(intent.id, intents.token(intent)));
  expect(frames.at(-1)).toContain('BeginCharges.begin');
  expect(frames.at(0)).toContain('libs/platform/src/database/');
  expect(frames.length).toBeLessThanOrEqual(7);
});

/** The functions of ours that a statement passed through, the driver's caller first. */
async function framesTo(statement: string, action: () => Promise<unknown>): Promise<readonly string[]> {
  const stacks: string[] = [];
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  const query = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given) {
    const { text = '' } = given[0] as { readonly text?: string };
    if (text.includes(statement)) stacks.push(new Error('query').stack ?? '');
    return real.apply(this, given);
  });
  try {
    await action();
  } finally {
    query.mockRestore();
    Error.stackTraceLimit = stackTraceLimit;
  }
  return (stacks[0] ?? '').split('\n').filter((line) => OURS.test(line) && !line.includes('.commands.ts'));
}

// eslint-disable-next-line @typescript-eslint/unbound-method -- applied to the client that was asked
const real = pg.Client.prototype.query as (...given: unknown[]) => never;
