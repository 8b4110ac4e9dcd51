import { expect, test } from '@jest/globals';
import type { CommandContract, Reply, Sealed } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { BadUsage, operatorWork, USAGE } from './operator-commands.js';

const merchantId = newId('merchant');
const userId = newId('user');
const chargeId = newId('charge');

/** The command that a command line sends, with its request. */
async function askedFor(...words: string[]): Promise<readonly [string, object] | undefined> {
  let sent: readonly [string, object] | undefined;
  await operatorWork(words)({
    seal: (_addressee, text) => `sealed ${text}` as Sealed,
    send: <Request extends object, Answer extends object>(
      { name }: CommandContract<Request, Answer>,
      request: Request,
    ): Promise<Reply<Answer>> => {
      sent = [name, request];
      return Promise.resolve({ ok: true, data: {} as Answer });
    },
  });
  return sent;
}

test.each<[readonly string[], string, object]>([
  [['merchant', merchantId, 'activate-live'], 'set-merchant', { merchantId, liveActive: true }],
  [['merchant', merchantId, 'suspend'], 'set-merchant', { merchantId, active: false }],
  [['verify-audit-trail', merchantId], 'verify-audit-trail', { merchantId }],
  [['end-sessions', userId], 'end-sessions', { userId }],
  [['resolve-charge', chargeId, 'declined'], 'resolve-rail-operation', { chargeId, resolution: 'declined' }],
  [
    ['invite-owner', merchantId, 'ada@shop.example'],
    'invite-member',
    { merchantId, email: 'sealed ada@shop.example', role: 'owner', memberId: expect.stringMatching(/^mem_/) },
  ],
])('%j sends %s', async (words, name, request) => {
  expect(await askedFor(...words)).toEqual([name, request]);
});

test.each<[readonly string[], string]>([
  [[], 'no command is given'],
  [['suspend', merchantId], '"suspend" is not a command'],
  [['merchant'], 'merchant: <merchant id> is missing'],
  [['merchant', merchantId], 'merchant: <activate-live|'],
  [['merchant', merchantId, 'destroy'], '"destroy" is not a change of a merchant'],
  [['merchant', userId, 'suspend'], `"${userId}" is not a merchant id: it does not begin with "mer_"`],
  [['merchant', merchantId, 'suspend', 'now'], 'merchant: "now" is one word too many'],
  [['verify-audit-trail'], 'verify-audit-trail: <merchant id> is missing'],
  [['verify-audit-trail', userId], `"${userId}" is not a merchant id: it does not begin with "mer_"`],
  [['verify-audit-trail', merchantId, 'now'], 'verify-audit-trail: "now" is one word too many'],
  [['resolve-charge', chargeId, 'lost'], '"lost" is not a resolution of a charge'],
  [['escalations', 'all'], 'escalations: "all" is one word too many'],
  [['end-sessions', merchantId], `"${merchantId}" is not a user id: it does not begin with "usr_"`],
  [['end-sessions', userId.slice(0, -1)], 'is not a user id: 25 characters follow "usr_", not 26'],
  [['end-sessions', userId.toUpperCase().replace('USR', 'usr')], 'is not a user id: after "usr_" come a digit up to 7'],
  [['invite-owner', merchantId], 'invite-owner: <e-mail address> is missing'],
  [['invite-owner', merchantId, 'ada'], 'the e-mail address is invalid'],
  [['invite-owner', userId, 'ada@shop.example'], `"${userId}" is not a merchant id`],
])('%j is refused with the reason', (words, why) => {
  expect(() => operatorWork(words)).toThrow(BadUsage);
  expect(() => operatorWork(words)).toThrow(why);
});

test('the usage shows every command', () => {
  expect(USAGE.split('\n')).toEqual([
    'usage: npm run operator -- <command>',
    expect.stringMatching(/^ {2}merchant <merchant id> <activate-live\|.*refuse-other-phones>$/),
    '  invite-owner <merchant id> <e-mail address>',
    '  verify-audit-trail <merchant id>',
    '  end-sessions <user id>',
    '  escalations',
    '  resolve-charge <charge id> <succeeded|declined|acknowledged>',
  ]);
});
