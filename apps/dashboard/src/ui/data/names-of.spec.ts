import { expect, test } from '@jest/globals';
import type { Named } from './names-of.js';
import { namesOf } from './names-of.js';

const [MEMBER, KEY] = ['mem_01k8zq3y8ng3sw0v6d7jep5f9x', 'key_01k8zq3y8ng3sw0v6d7jep5f9x'];
const removedAt = '2026-11-20T10:00:00.000Z';
const removals = [{ subject: MEMBER, occurredAt: removedAt }];
const until = `until ${removedAt}`;

/* What a figure or a right refers to, and the name that is shown for it. */
test.each<[string, string, Named, string | undefined]>([
  ['a member', MEMBER, { members: [{ id: MEMBER, name: 'Vera', email: 'vera@shop.example' }] }, 'Vera'],
  [
    'a person who was invited',
    MEMBER,
    { members: [{ id: MEMBER, name: null, email: 'v@shop.example' }] },
    'v@shop.example',
  ],
  ['a removed member', MEMBER, { removals, former: [{ id: MEMBER, name: 'Vera', removedAt }] }, 'Vera'],
  [
    'a removed member, to whom reads no audit trail',
    MEMBER,
    { former: [{ id: MEMBER, name: 'Vera', removedAt }] },
    'Vera',
  ],
  [
    'a removed member whose name was erased',
    MEMBER,
    { removals, former: [{ id: MEMBER, name: null, removedAt }] },
    until,
  ],
  ['a member who was removed before names were kept', MEMBER, { removals, former: [] }, until],
  ['an API key, active or revoked', KEY, { keys: [{ id: KEY, name: 'Till 2' }] }, 'Till 2'],
  ['a member of whom the reader may know nothing', MEMBER, {}, undefined],
])('%s', (_what, id, named, shown) => {
  expect(namesOf(named, (at) => `until ${at}`).get(id)).toBe(shown);
});
