import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listAuditEvents } from '@paygate/contracts';
import { MembersUnderTest, okay } from '../fixtures/members-under-test.js';

let world: MembersUnderTest;
beforeAll(async () => {
  world = await MembersUnderTest.start();
}, 90_000);
afterAll(() => world.stop(), 30_000);

const list = async (merchantId: string, limit: number, before?: number) =>
  okay(await world.ask(listAuditEvents, { merchantId, limit, ...(before === undefined ? {} : { before }) }));

test('the trail of an account is listed newest first, in pages without a gap, and holds nothing of another account', async () => {
  const [one, two] = [await world.newOwner(), await world.newOwner()];
  for (let signIns = 0; signIns < 3; signIns += 1) await world.tokenOf(one.email);
  await world.tokenOf(two.email);
  const newest = await list(one.merchantId, 2);
  expect(newest).toMatchObject({ events: [{ sequence: 5 }, { sequence: 4 }], hasMore: true });
  const rest = await list(one.merchantId, 3, 4);
  expect(rest).toMatchObject({ events: [{ sequence: 3 }, { sequence: 2 }, { sequence: 1 }], hasMore: false });
  const events = [...newest.events, ...rest.events];
  const { memberId } = one;
  expect(events.map(({ action }) => action)).toEqual([
    ...Array<string>(3).fill('member.signed_in'),
    ...['member.joined', 'member.invited'],
  ]);
  expect(events[0]).toMatchObject({ subject: memberId, actor: memberId, detail: '{"role":"owner"}' });
  expect(events.every(({ subject }) => subject === memberId)).toBe(true);
  expect((await list(two.merchantId, 100)).events.some(({ subject }) => subject === memberId)).toBe(false);
  expect(await list(one.merchantId, 10, 1)).toEqual({ events: [], hasMore: false });
});
