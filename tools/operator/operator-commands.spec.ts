import { expect, test } from '@jest/globals';
import type { CommandContract, Reply } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { BadUsage } from './bad-usage.js';
import { askedFor, unproven } from './asked-for.js';
import { operatorWork, USAGE } from './operator-commands.js';

const [merchantId, memberId, userId] = [newId('merchant'), newId('member'), newId('user')];
const chargeId = newId('charge');
const refundId = newId('refund');
const payoutId = newId('payout');
const topUpId = newId('topUp');
const withdrawalId = newId('withdrawal');
const intentId = newId('intent');
const destinationId = newId('payoutDestination');
const PHONE = '+237677000001';
const REPORT = '7@2026-02-01T00:20:00.123Z';
const [FROM, TO] = ['2026-01-31T09:00:00Z', '2026-01-31T10:00:00+01:00'] as const;

test.each<[readonly string[], string, object]>([
  [['merchant', merchantId, 'activate-live'], 'set-merchant', { merchantId, liveActive: true }],
  [['merchant', merchantId, 'suspend'], 'set-merchant', { merchantId, active: false }],
  [
    ['create-merchant', 'Chez Ada'],
    'create-merchant',
    { merchantId: expect.stringMatching(/^mer_/), name: 'Chez Ada' },
  ],
  [['rename-merchant', merchantId, 'Chez Grace'], 'set-merchant', { merchantId, name: 'Chez Grace' }],
  [['requests'], 'list-live-requests', { limit: 100 }],
  [['decline-request', merchantId, 'No address'], 'decline-live-request', { merchantId, reason: 'No address' }],
  [['verify-audit-trail', merchantId], 'verify-audit-trail', { merchantId }],
  [['erase-member', merchantId, memberId], 'erase-former-member', { merchantId, memberId }],
  [['end-sessions', userId], 'end-sessions', { userId }],
  [['resolve-charge', chargeId, 'declined'], 'resolve-rail-operation', { chargeId, resolution: 'declined' }],
  [['fees', merchantId], 'list-fees', { merchantId }],
  [['agree-fee', merchantId, 'mtn_momo', '180', '0', FROM], 'list-fees', { merchantId }],
  [
    ['agree-fee', merchantId, 'mtn_momo', '180', '25', FROM, 'agree'],
    'set-fee',
    { merchantId, terms: { method: 'mtn_momo', bps: 180, fixed: 25, effectiveFrom: '2026-01-31T09:00:00.000Z' } },
  ],
  [
    ['accept-reconciliation', 'mtn_momo', 'live', '2026-01-31', REPORT, 'The rail corrected it'],
    'accept-reconciliation',
    {
      ...{ rail: 'mtn_momo', mode: 'live', day: '2026-01-31', acceptance: 'The rail corrected it' },
      ...{ runId: '7', comparedAt: '2026-02-01T00:20:00.123Z' },
    },
  ],
  [['resolve-refund', refundId, 'declined'], 'resolve-rail-operation', { refundId, resolution: 'declined' }],
  [['resolve-top-up', topUpId, 'declined'], 'resolve-rail-operation', { topUpId, resolution: 'declined' }],
  [
    ['resolve-withdrawal', withdrawalId, 'rest_paid'],
    'resolve-rail-operation',
    { withdrawalId, resolution: 'rest_paid' },
  ],
  [['resolve-payout', payoutId, 'declined'], 'resolve-rail-operation', { payoutId, resolution: 'declined' }],
  [['resolve-payout', payoutId, 'rest_paid'], 'resolve-rail-operation', { payoutId, resolution: 'rest_paid' }],
  [
    ['register-payout-destination', merchantId, 'live', 'mtn_momo', PHONE, 'Till', 'register'],
    'register-payout-destination',
    {
      ...{ merchantId, mode: 'live', operator: 'mtn_momo', phoneNumber: `sealed ${PHONE}`, label: 'Till' },
      destinationId: expect.stringMatching(/^pd_/),
    },
  ],
  [
    ['register-payout-destination', merchantId, 'live', 'mtn_momo', PHONE, 'Till'],
    'list-payout-destinations',
    { merchantId, mode: 'live' },
  ],
  [
    ['revoke-payout-destination', merchantId, 'live', destinationId, 'revoke'],
    'revoke-payout-destination',
    { merchantId, mode: 'live', destinationId },
  ],
  [
    ['refund', merchantId, 'test', intentId, '500', 'refund'],
    'create-refund',
    expect.objectContaining({
      ...{ merchantId, mode: 'test', intentId, amount: '500' },
      refundId: expect.stringMatching(/^re_/),
    }),
  ],
  [
    ['transfer-float', 'live', 'mtn_momo', 'mtn_momo/disbursement', '500000', 'transfer'],
    'transfer-float',
    {
      ...{ mode: 'live', currency: 'XAF', from: 'mtn_momo', to: 'mtn_momo/disbursement', amount: '500000' },
      transferId: expect.stringMatching(/^tr_/),
    },
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
  [['decline-request', merchantId, ' '], 'the reason must be one line of 1 to 200 visible characters'],
  [['merchant'], 'merchant: <merchant id> is missing'],
  [['merchant', merchantId], 'merchant: <activate-live|'],
  [['merchant', merchantId, 'destroy'], '"destroy" is not a change of a merchant'],
  [['merchant', userId, 'suspend'], `"${userId}" is not a merchant id: it does not begin with "mer_"`],
  [['merchant', merchantId, 'suspend', 'now'], 'merchant: "now" is one word too many'],
  [['refund', merchantId, 'test', intentId], 'refund: <amount|all> is missing'],
  [['refund', merchantId, 'sandbox', intentId, 'all'], '"sandbox" is not a mode: test, live'],
  [['refund', merchantId, 'test', intentId, '1.5'], '"1.5" is neither an amount in minor units nor "all"'],
  [['transfer-float', 'live', 'mtn_momo', 'wave', '5'], '"wave" is not an account: mtn_momo, mtn_momo/disbursement'],
  [['transfer-float', 'sandbox', 'mtn_momo', 'mtn_momo/disbursement', '5'], '"sandbox" is not a mode: test, live'],
  [['transfer-float', 'live', 'mtn_momo', 'mtn_momo/disbursement', '-5'], '"-5" is not an amount in minor units'],
  [['test-customer', '677000001', '5000'], '"677000001" is not a mobile number such as +237677000001'],
  [['test-customer', '+237677000001', '5,000'], '"5,000" is not an amount in minor units'],
  [['register-payout-destination', merchantId, 'live', 'wave', PHONE, 'Till'], '"wave" is not a rail: mtn_momo'],
  [['register-payout-destination', merchantId, 'live', 'mtn_momo', '677000001', 'Till'], 'is not a mobile number such'],
  [
    ['register-payout-destination', merchantId, 'live', 'mtn_momo', PHONE, ' '],
    'one line of 1 to 80 visible characters',
  ],
  [['register-payout-destination', merchantId, 'sandbox', 'mtn_momo', PHONE, 'Till'], '"sandbox" is not a mode'],
  [['revoke-payout-destination', merchantId, 'live', payoutId], `"${payoutId}" is not a payoutDestination id`],
  [['verify-audit-trail'], 'verify-audit-trail: <merchant id> is missing'],
  [['verify-audit-trail', userId], `"${userId}" is not a merchant id: it does not begin with "mer_"`],
  [['verify-audit-trail', merchantId, 'now'], 'verify-audit-trail: "now" is one word too many'],
  [['resolve-charge', chargeId, 'lost'], '"lost" is not a resolution of a charge'],
  [['resolve-charges', 'wave', FROM, TO, 'declined'], '"wave" is not a rail: mtn_momo, orange_money'],
  [['resolve-charges', 'mtn_momo', 'today', TO, 'declined'], '"today" is not a time such as 2026-01-31T09:00:00Z'],
  [['resolve-charges', 'mtn_momo', FROM, '2026-02-31T99:00:00Z', 'declined'], 'is not a time'],
  [['resolve-charges', 'mtn_momo', FROM, '2026-02-30T10:00:00Z', 'declined'], 'is not a time'],
  [['resolve-charges', 'mtn_momo', FROM, TO, 'acknowledged'], '"acknowledged" is not a decision of charges'],
  [['resolve-charges', 'mtn_momo', FROM, TO, 'declined', 'now'], 'resolve-charges: "now" is one word too many'],
  [['escalations', 'all'], 'escalations: "all" is one word too many'],
  [['reconciliation', 'wave', 'live', '2026-01-31'], '"wave" is not a rail: mtn_momo, orange_money'],
  [['reconciliation-report', 'mtn_momo', 'sandbox', '2026-01-31'], '"sandbox" is not a mode: test, live'],
  [['upload-statement', 'mtn_momo', 'live', '31/01/2026', 'a.csv'], '"31/01/2026" is not a day such as 2026-01-31'],
  [['accept-reconciliation', 'mtn_momo', 'live', '2026-01-31', 'Done'], '<what was done> is missing'],
  [
    ['accept-reconciliation', 'mtn_momo', 'live', '2026-01-31', '7', 'Done'],
    '"7" is not a report such as 7@2026-02-01',
  ],
  [['accept-reconciliation', 'mtn_momo', 'live', '2026-01-31', '7@now', 'Done'], '"now" is not a time such as'],
  [['end-sessions', merchantId], `"${merchantId}" is not a user id: it does not begin with "usr_"`],
  [['end-sessions', userId.slice(0, -1)], 'is not a user id: 25 characters follow "usr_", not 26'],
  [
    ['end-sessions', userId.toUpperCase().replace('USR', 'usr')],
    'is not a user id: after "usr_" must come a digit from 0 to 7',
  ],
  [['invite-owner', merchantId], 'invite-owner: <e-mail address> is missing'],
  [['invite-owner', merchantId, 'ada'], 'the e-mail address is invalid'],
  [['invite-owner', merchantId, 'ada@sh\u00f6p.example'], 'the e-mail address is invalid'],
  [['invite-owner', userId, 'ada@shop.example'], `"${userId}" is not a merchant id`],
])('%j is refused with the reason', (words, why) => {
  expect(() => operatorWork(words)).toThrow(BadUsage);
  expect(() => operatorWork(words)).toThrow(why);
});

test('the usage shows every command', () => {
  expect(USAGE.split('\n').filter((line) => !/staff|approve|reversal|unclaimed/.test(line))).toEqual([
    'usage: npm run operator -- <command>',
    '  create-merchant <name>',
    expect.stringMatching(/^ {2}merchant <merchant id> <activate-live\|.*refuse-guests>$/),
    '  requests',
    '  decline-request <merchant id> <reason>',
    '  rename-merchant <merchant id> <name>',
    '  invite-owner <merchant id> <e-mail address>',
    '  test-customer <phone number> <amount>',
    '  verify-audit-trail <merchant id>',
    '  erase-member <merchant id> <member id>',
    '  end-sessions <user id>',
    '  escalations',
    '  resolve-charge <charge id> <succeeded|declined|acknowledged>',
    '  refund <merchant id> <mode> <payment intent id> <amount|all> [refund]',
    '  fees <merchant id>',
    '  agree-fee <merchant id> <wallet|mtn_momo|orange_money> <basis points> <fixed part> <effective from> [agree]',
    '  transfer-float <mode> <from> <to> <amount> [transfer]',
    '  resolve-refund <refund id> <succeeded|declined|acknowledged>',
    '  resolve-payout <payout id> <succeeded|declined|acknowledged|rest_paid|part_returned>',
    '  resolve-return <return id> <succeeded|declined|acknowledged>',
    '  resolve-top-up <top-up id> <succeeded|declined|acknowledged>',
    '  resolve-withdrawal <withdrawal id> <succeeded|declined|acknowledged|rest_paid|part_returned>',
    '  register-payout-destination <merchant id> <mode> <rail> <phone number> <name> [register]',
    '  revoke-payout-destination <merchant id> <mode> <destination id> [revoke]',
    '  resolve-charges <rail> <from> <to> <succeeded|declined> [decide]',
    '  upload-statement <rail> <mode> <day> <file>',
    '  reconciliation <rail> <mode> <day>',
    '  reconciliation-report <rail> <mode> <day>',
    '  accept-reconciliation <rail> <mode> <day> <report> <what was done>',
    '  adjust-balance <merchant id> <mode> <credit|debit> <amount> <reason> <reference> [adjust]',
    '  payout-batches <merchant id> <mode>',
    '  stop-payout-batch <merchant id> <mode> <batch id> <pause|cancel>',
    '  wallets <mode> <dormant since>',
    '  freeze-wallet <user id> <mode> <reason> [freeze]',
    '  unfreeze-wallet <user id> <mode> <reason> [unfreeze]',
  ]);
});

/** The commands that `resolve-charges` sends where so many charges are forgotten. */
async function decided(
  forgotten: number,
  ...words: string[]
): Promise<readonly (readonly [string, object | string])[]> {
  const left = Array.from({ length: forgotten }, () => newId('charge'));
  const sent: (readonly [string, object | string])[] = [];
  const printed = await operatorWork(['resolve-charges', 'mtn_momo', FROM, TO, 'declined', ...words])({
    ...unproven,
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

test('a transfer between floats without its last word shows what it would change, and the newest ones', async () => {
  const listed = {
    floats: [
      { account: 'mtn_momo', balance: '900' },
      { account: 'mtn_momo/disbursement', balance: '-100' },
    ],
    transfers: [{ transferId: 'tr_1' }],
  };
  const preview = await operatorWork(['transfer-float', 'live', 'mtn_momo', 'mtn_momo/disbursement', '400'])({
    ...unproven,
    send: <Request extends object, Answer extends object>({ name }: CommandContract<Request, Answer>) =>
      Promise.resolve({ ok: true, data: (name === 'list-floats' ? listed : {}) as Answer } as const),
  });
  expect(preview).toEqual({
    from: { account: 'mtn_momo', balance: '900', wouldBe: '500' },
    to: { account: 'mtn_momo/disbursement', balance: '-100', wouldBe: '300' },
    latest: [{ transferId: 'tr_1' }],
  });
});

test('a revocation without its last word shows the destination, and is refused for one that the merchant does not have', async () => {
  const shown = { destinationId, status: 'usable', phoneMasked: '********01' };
  const asked: string[] = [];
  const preview = (id: string) =>
    operatorWork(['revoke-payout-destination', merchantId, 'live', id])({
      ...unproven,
      send: <Request extends object, Answer extends object>({ name }: CommandContract<Request, Answer>) => {
        asked.push(name);
        return Promise.resolve({ ok: true, data: { destinations: [shown] } as Answer } as const);
      },
    });
  expect(await preview(destinationId)).toEqual(shown);
  await expect(preview(newId('payoutDestination'))).rejects.toThrow('refused: payout_destination_not_found');
  expect(asked).toEqual(['list-payout-destinations', 'list-payout-destinations']);
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
    ...unproven,
    send: <Request extends object, Answer extends object>({ name }: CommandContract<Request, Answer>) => {
      asked.push(name);
      return Promise.resolve({ ok: true, data: answers[name] as Answer } as const);
    },
  });
  expect(asked).toEqual(['get-intent', 'list-refunds']);
  expect(preview).toMatchObject({ payment: { amountRefunded: '100' }, wouldRefund: '700' });
});
