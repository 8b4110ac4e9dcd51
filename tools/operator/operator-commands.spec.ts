import { expect, test } from '@jest/globals';
import type { CommandContract, Reply, Sealed } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { BadUsage } from './bad-usage.js';
import { operatorWork, USAGE } from './operator-commands.js';

const merchantId = newId('merchant');
const userId = newId('user');
const chargeId = newId('charge');
const refundId = newId('refund');
const intentId = newId('intent');
const [FROM, TO] = ['2026-01-31T09:00:00Z', '2026-01-31T10:00:00+01:00'] as const;

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
  [
    ['create-merchant', 'Chez Ada'],
    'create-merchant',
    { merchantId: expect.stringMatching(/^mer_/), name: 'Chez Ada' },
  ],
  [['rename-merchant', merchantId, 'Chez Grace'], 'set-merchant', { merchantId, name: 'Chez Grace' }],
  [['verify-audit-trail', merchantId], 'verify-audit-trail', { merchantId }],
  [['end-sessions', userId], 'end-sessions', { userId }],
  [['resolve-charge', chargeId, 'declined'], 'resolve-rail-operation', { chargeId, resolution: 'declined' }],
  [['resolve-refund', refundId, 'declined'], 'resolve-rail-operation', { refundId, resolution: 'declined' }],
  [
    ['refund', merchantId, 'test', intentId, '500', 'refund'],
    'create-refund',
    expect.objectContaining({
      merchantId,
      mode: 'test',
      intentId,
      amount: '500',
      refundId: expect.stringMatching(/^re_/),
    }),
  ],
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
  [['create-merchant'], 'create-merchant: <name> is missing'],
  [['create-merchant', 'Chez', 'Ada'], 'create-merchant: "Ada" is one word too many'],
  [['rename-merchant', merchantId, ' '], 'the name must be one line of 1 to 120 visible characters'],
  [['merchant'], 'merchant: <merchant id> is missing'],
  [['merchant', merchantId], 'merchant: <activate-live|'],
  [['merchant', merchantId, 'destroy'], '"destroy" is not a change of a merchant'],
  [['merchant', userId, 'suspend'], `"${userId}" is not a merchant id: it does not begin with "mer_"`],
  [['merchant', merchantId, 'suspend', 'now'], 'merchant: "now" is one word too many'],
  [['refund', merchantId, 'test', intentId], 'refund: <amount|all> is missing'],
  [['refund', merchantId, 'sandbox', intentId, 'all'], '"sandbox" is not a mode: test, live'],
  [['refund', merchantId, 'test', intentId, '1.5'], '"1.5" is neither an amount in minor units nor "all"'],
  [['verify-audit-trail'], 'verify-audit-trail: <merchant id> is missing'],
  [['verify-audit-trail', userId], `"${userId}" is not a merchant id: it does not begin with "mer_"`],
  [['verify-audit-trail', merchantId, 'now'], 'verify-audit-trail: "now" is one word too many'],
  [['resolve-charge', chargeId, 'lost'], '"lost" is not a resolution of a charge'],
  [['resolve-charges', 'wave', FROM, TO, 'declined'], '"wave" is not a rail: mtn_momo, orange_money'],
  [['resolve-charges', 'mtn_momo', 'today', TO, 'declined'], '"today" is not a time such as 2026-01-31T09:00:00Z'],
  [['resolve-charges', 'mtn_momo', FROM, '2026-02-31T99:00:00Z', 'declined'], 'is not a time'],
  [['resolve-charges', 'mtn_momo', FROM, TO, 'acknowledged'], '"acknowledged" is not a decision of charges'],
  [['resolve-charges', 'mtn_momo', FROM, TO, 'declined', 'now'], 'resolve-charges: "now" is one word too many'],
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
    '  create-merchant <name>',
    expect.stringMatching(/^ {2}merchant <merchant id> <activate-live\|.*refuse-guests>$/),
    '  rename-merchant <merchant id> <name>',
    '  invite-owner <merchant id> <e-mail address>',
    '  verify-audit-trail <merchant id>',
    '  end-sessions <user id>',
    '  escalations',
    '  resolve-charge <charge id> <succeeded|declined|acknowledged>',
    '  refund <merchant id> <mode> <payment intent id> <amount|all> [refund]',
    '  resolve-refund <refund id> <succeeded|declined|acknowledged>',
    '  resolve-charges <rail> <from> <to> <succeeded|declined> [decide]',
  ]);
});

/** The commands that `resolve-charges` sends where so many charges are forgotten. */
async function decided(forgotten: number, ...words: string[]): Promise<readonly (readonly [string, object])[]> {
  const left = Array.from({ length: forgotten }, () => newId('charge'));
  const sent: (readonly [string, object])[] = [];
  const printed = await operatorWork(['resolve-charges', 'mtn_momo', FROM, TO, 'declined', ...words])({
    seal: (_addressee, text) => text as Sealed,
    send: <Request extends object, Answer extends object>(
      { name }: CommandContract<Request, Answer>,
      request: Request,
    ): Promise<Reply<Answer>> => {
      const operations = left.slice(0, 100).map((id) => ({ chargeId: id }));
      const data = name === 'list-escalations' ? { operations, total: left.length } : { state: 'declined' };
      if (name !== 'list-escalations') left.shift();
      sent.push([name, request]);
      return Promise.resolve({ ok: true, data: data as Answer });
    },
  });
  return [...sent, ['printed', printed]];
}

test('resolve-charges shows the forgotten charges of a rail and a time span, and decides nothing without the last word', async () => {
  const times = { from: '2026-01-31T09:00:00.000Z', to: '2026-01-31T09:00:00.000Z' };
  expect(await decided(2)).toEqual([
    ['list-escalations', { limit: 100, rail: 'mtn_momo', ...times, isForgotten: true }],
    ['printed', { wouldBe: 'declined', total: 2, operations: [expect.any(Object), expect.any(Object)] }],
  ]);
});

test('resolve-charges decides each of them, also of more than one list', async () => {
  const sent = await decided(230, 'decide');
  expect(sent.filter(([name]) => name === 'resolve-rail-operation')).toHaveLength(230);
  expect(sent.at(-1)).toEqual(['printed', { succeeded: 0, declined: 230, unclear: 0 }]);
});

test('a refund without its last word only shows the payment, its refunds and what would be given back', async () => {
  const asked: string[] = [];
  const answers: Readonly<Record<string, object>> = {
    'get-intent': { id: intentId, status: 'COMPLETED', amount: '1000', amountRefunded: '100', currency: 'XAF' },
    'list-refunds': {
      refunds: [
        { id: refundId, status: 'PENDING', amount: '200' },
        { id: refundId, status: 'COMPLETED', amount: '100' },
        { id: refundId, status: 'FAILED', amount: '700' },
      ],
    },
  };
  const preview = await operatorWork(['refund', merchantId, 'live', intentId, 'all'])({
    seal: (_addressee, text) => text as Sealed,
    send: <Request extends object, Answer extends object>({ name }: CommandContract<Request, Answer>) => {
      asked.push(name);
      return Promise.resolve({ ok: true, data: answers[name] as Answer } as const);
    },
  });
  expect(asked).toEqual(['get-intent', 'list-refunds']);
  expect(preview).toMatchObject({ payment: { amountRefunded: '100' }, wouldRefund: '700' });
});
