import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@paygate/testing';
import { RailsUnderTest, railNames } from './fixtures/rails.js';

const DAY_SECONDS = 86_400;
let rails: RailsUnderTest;
beforeAll(async () => {
  rails = await RailsUnderTest.start('taken back');
});
afterAll(() => rails.stop());

/** The day of Africa/Douala by the operators' clock, so many days from now. */
async function day(more = 0): Promise<string> {
  const { now } = (await rails.control.get('clock')) as { readonly now: string };
  return new Date(Date.parse(now) + 3_600_000 + more * DAY_SECONDS * 1_000).toISOString().slice(0, 10);
}

/** The kind, status and amount of the lines of a payment in the statement of a day. */
async function linesOf(rail: string, reference: string, of: string): Promise<readonly (readonly string[])[]> {
  const answer = await fetch(`${rails.simulator.url}/control/statements/${rail}/${of}`);
  const lines = (await answer.text()).split('\n').map((line) => line.split(','));
  return lines.filter((line) => line[1] === reference).map((line) => [line[5] ?? '', line[6] ?? '', line[3] ?? '']);
}

describe.each(railNames)('%s', (name) => {
  const paid = async (digits: string): Promise<string> => {
    const rail = rails.rail(name);
    const reference = await rail.reference();
    await rail.pay(digits, reference);
    await rails.success(rail, reference);
    return reference;
  };
  const lines = async (reference: string, count: number) =>
    eventually(async () => {
      const found = await linesOf(name, reference, await day());
      return found.length >= count && found;
    });
  const collected = ['collection', 'succeeded', '5000'];

  test.each([
    ['80', 'the whole', '5000'],
    ['82', 'half', '2500'],
  ])(
    'takes back from %s %s at once, which only the statement tells, to the payer and from the account',
    async (...given) => {
      const [digits, , amount] = given;
      const reference = await paid(digits);
      expect(await lines(reference, 2)).toEqual([collected, ['collection', 'reversed', amount]]);
      expect((await rails.rail(name).query(reference)).status).toBe(200);
      await rails.success(rails.rail(name), reference);
      const moved = (await rails.control.statement(name)).filter((line) => line.reference.startsWith(reference));
      expect(moved.map((line) => line.amount)).toEqual(['-5000', amount]);
    },
  );

  test('takes back from 81 a day later', async () => {
    const reference = await paid('81');
    const first = await day();
    expect(await lines(reference, 1)).toEqual([collected]);
    await rails.control.advance(DAY_SECONDS);
    // access tokens have expired
    for (const each of railNames) await rails.rail(each).signIn();
    const found = await eventually(async () => {
      const after = [...(await linesOf(name, reference, first)), ...(await linesOf(name, reference, await day()))];
      return after.length === 2 && after;
    });
    expect(found).toEqual([collected, ['collection', 'reversed', '5000']]);
  });

  test('takes back from 83 what is paid again after that', async () => {
    const before = (await rails.control.accounts()).find((account) => account.name === name)?.balance ?? '0';
    const reference = await paid('83');
    expect(await lines(reference, 2)).toEqual([collected, ['collection', 'reversed', '5000']]);
    await rails.control.advance(10);
    expect(await lines(reference, 3)).toEqual([collected, ['collection', 'reversed', '5000'], collected]);
    const after = (await rails.control.accounts()).find((account) => account.name === name)?.balance ?? '0';
    expect(BigInt(after) - BigInt(before)).toBe(5_000n);
  });
});
