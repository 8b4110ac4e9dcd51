import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ListAuditEventsCommand } from '@paygate/contracts';
import { listAuditEvents } from '@paygate/contracts';
import { MembersUnderTest, okay } from '../fixtures/members-under-test.js';

type Filters = Pick<ListAuditEventsCommand, 'ofAction' | 'byActor'>;

let world: MembersUnderTest;
beforeAll(async () => {
  world = await MembersUnderTest.start();
});
afterAll(() => world.stop());

const list = async (merchantId: string, limit: number, before?: number, filters: Filters = {}) =>
  okay(
    await world.ask(listAuditEvents, { merchantId, limit, ...filters, ...(before === undefined ? {} : { before }) }),
  );

test('[1.47] the trail of an account is listed newest first, in pages without a gap, and holds nothing of another account', async () => {
  const [one, two] = [await world.newOwner(), await world.newOwner()];
  for (let signIns = 0; signIns < 3; signIns += 1) await world.tokenOf(one.email);
  await world.tokenOf(two.email);
  const newest = await list(one.merchantId, 2);
  expect(newest).toMatchObject({ events: [{ sequence: 5 }, { sequence: 4 }], next: 4 });
  const rest = await list(one.merchantId, 3, 4);
  expect(rest).toMatchObject({ events: [{ sequence: 3 }, { sequence: 2 }, { sequence: 1 }], next: null });
  const events = [...newest.events, ...rest.events];
  const { memberId } = one;
  expect(events.map(({ action }) => action)).toEqual([
    ...Array<string>(3).fill('member.signed_in'),
    ...['member.joined', 'member.invited'],
  ]);
  expect(events[0]).toMatchObject({ subject: memberId, actor: memberId, detail: '{"role":"owner"}' });
  expect(events.every(({ subject }) => subject === memberId)).toBe(true);
  expect((await list(two.merchantId, 100)).events.some(({ subject }) => subject === memberId)).toBe(false);
  expect(await list(one.merchantId, 10, 1)).toEqual({ events: [], next: null });
});

test('a filter leaves the records of an act or of whoever acted, and looks through a bounded number for one page', async () => {
  const { merchantId, memberId, email } = await world.newOwner();
  await world.tokenOf(email);
  const acts = async (filters: Filters, before?: number) => {
    const { events, next } = await list(merchantId, 10, before, filters);
    return [events.map(({ sequence }) => sequence), next];
  };
  expect(await acts({ ofAction: 'member.joined' })).toEqual([[2], null]);
  expect(await acts({ byActor: memberId })).toEqual([[3], null]);
  expect(await acts({ byActor: memberId, ofAction: 'member.invited' })).toEqual([[], null]);
  expect(await acts({ byActor: 'nobody' })).toEqual([[], null]);
  // a page before a later record looks no further than 5,000 records back
  expect(await acts({ byActor: memberId }, 5_004)).toEqual([[], 4]);
  expect(await acts({ byActor: memberId }, 4)).toEqual([[3], null]);
});
