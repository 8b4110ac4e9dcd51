import { expect, test } from '@jest/globals';
import type { CommandContract, Reply, Sealed } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { operatorWork } from './operator-commands.js';

const merchantId = newId('merchant');
const userId = newId('user');

/** What a command line asks the services for. */
async function askedFor(...words: string[]): Promise<readonly [string, object] | undefined> {
  let asked: readonly [string, object] | undefined;
  await operatorWork(words)?.({
    seal: (_addressee, text) => `sealed ${text}` as Sealed,
    ask: <Request extends object, Answer extends object>(
      { name }: CommandContract<Request, Answer>,
      request: Request,
    ): Promise<Reply<Answer>> => {
      asked = [name, request];
      return Promise.resolve({ ok: true, data: {} as Answer });
    },
  });
  return asked;
}

test.each<[readonly string[], string, object]>([
  [['merchant', merchantId, 'activate-live'], 'set-merchant', { merchantId, liveActive: true }],
  [['merchant', merchantId, 'suspend'], 'set-merchant', { merchantId, active: false }],
  [['verify-audit-trail', merchantId], 'verify-audit-trail', { merchantId }],
  [['verify-audit-trail', 'dashboard'], 'verify-audit-trail', {}],
  [['end-sessions', userId], 'end-sessions', { userId }],
  [
    ['invite-owner', merchantId, 'ada@shop.example'],
    'invite-member',
    { merchantId, email: 'sealed ada@shop.example', role: 'owner', memberId: expect.stringMatching(/^mem_/) },
  ],
])('%j asks for %s', async (words, name, request) => {
  expect(await askedFor(...words)).toEqual([name, request]);
});

test.each([
  [[]],
  [['merchant']],
  [['merchant', merchantId]],
  [['merchant', merchantId, 'destroy']],
  [['merchant', userId, 'suspend']],
  [['merchant', merchantId, 'suspend', 'now']],
  [['verify-audit-trail']],
  [['verify-audit-trail', userId]],
  [['verify-audit-trail', merchantId, 'now']],
  [['end-sessions', merchantId]],
  [['invite-owner', merchantId]],
  [['invite-owner', merchantId, 'ada']],
  [['invite-owner', userId, 'ada@shop.example']],
  [['suspend', merchantId]],
])('%j is no command', (words) => {
  expect(operatorWork(words)).toBeUndefined();
});
