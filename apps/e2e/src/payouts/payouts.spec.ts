import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, inboxMessages, RailControl, readStack, stackClient } from '@paygate/testing';
import { newMember } from '../accounts/dashboard.js';
import { accepted, anApprovingPhone } from '../payments/paying.js';
import type { Proven } from '../accounts/proven.js';
import { newProven, PayingOut } from './paying-out.js';

const stack = readStack();
const api = stackClient(stack);
const payouts = new PayingOut(stack, api);
const control = new RailControl(stack.rails.control);
let owner: Proven;

beforeAll(async () => {
  owner = await newProven(stack, api, 'owner');
});
afterAll(() => {
  api.close();
});

/** The amount that the operator has paid to a phone, by its own books. */
async function received(phoneNumber: string, rail = 'mtn_momo'): Promise<bigint> {
  const lines = await control.statement(rail);
  const own = lines.filter(({ msisdn }) => phoneNumber.endsWith(msisdn));
  return own.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}
const mailsTo = async (email: string): Promise<readonly string[]> =>
  (await inboxMessages(stack, email)).map(({ text }) => text);

describe('money of a test payment', () => {
  test('[2.15][12.1] reaches the phone that an owner has registered, once, with an event and a sheet that adds up', async () => {
    const phone = anApprovingPhone();
    const destinationId = await payouts.destination(owner, phone);
    await payouts.earn('5000');
    const [before, there] = [await payouts.available(), await received(phone)];
    const quote = accepted(200, await payouts.ask('GET', `/payout-fee?destinationId=${destinationId}&amount=3000`));
    const key = randomUUID();
    const asked = { destinationId, amount: '3000', reason: 'Week 47' };
    const answers = await Promise.all([1, 2, 3].map(() => payouts.create(asked, key)));
    const ids = new Set(answers.filter(({ status }) => status === 202).map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    const [id = ''] = ids;
    const payout = await payouts.ended(id);
    expect(payout).toMatchObject({ status: 'COMPLETED', amount: '3000', fee: quote['fee'], net: quote['net'] });
    expect(await payouts.event(id)).toMatchObject({
      type: 'payout.completed',
      data: { payout: { id, status: 'COMPLETED', destinationId, net: payout.net } },
    });
    expect((await received(phone)) - there).toBe(BigInt(payout.net));
    expect(await payouts.available()).toBe(before - 3_000n);

    // until the entries of its time are closed, the answer is to be asked for again
    const sheet = await eventually(async () => accepted(200, await payouts.ask('GET', `/payouts/${id}/transactions`)));
    const lines = sheet['lines'] as readonly { readonly net: string }[];
    const sum = lines.reduce((total, { net }) => total + BigInt(net), BigInt(String(sheet['opening'])));
    expect(sum).toBe(BigInt(String(sheet['closing'])));
    expect(BigInt(String(sheet['closing'])) - 3_000n).toBe(BigInt(String(sheet['remaining'])));
  });

  test('[12.1] is not paid out beyond what is available', async () => {
    const destinationId = await payouts.destination(owner, anApprovingPhone());
    const amount = ((await payouts.available()) + 1n).toString();
    const { body } = await payouts.create({ destinationId, amount });
    expect(body).toMatchObject({ status: 409, code: 'balance_insufficient', missing: '1' });
  });
});

describe.each([
  ['mtn_momo', '+2376777700'],
  ['orange_money', '+2376977700'],
] as const)('the numbers of test mode for payouts by %s', (rail, prefix) => {
  let proven: Proven;
  beforeAll(async () => {
    proven = await newProven(stack, api, 'owner');
    await payouts.earn('2000');
  });

  /** A payout to a number, from its request on. */
  const paidTo = async (digits: string) => {
    const phone = `${prefix}${digits}`;
    const there = await received(phone, rail);
    const destinationId = await payouts.destination(proven, phone);
    const before = await payouts.available();
    const { id } = accepted(202, await payouts.create({ destinationId, amount: '500' }));
    return { id, destinationId, before, arrived: async () => (await received(phone, rail)) - there };
  };

  test('60 is paid after 25 s, and its money is held until then', async () => {
    const { id, destinationId, before, arrived } = await paidTo('60');
    const sent = await eventually(async () => {
      const payout = accepted(200, await payouts.ask('GET', `/payouts/${id}`));
      return payout['transmission'] === 'sent' && payout;
    });
    expect(sent).toMatchObject({ status: 'PROCESSING', failure: null });
    expect(await payouts.available()).toBe(before - 500n);
    await control.advance(26);
    const payout = await payouts.ended(id);
    expect(payout.status).toBe('COMPLETED');
    expect(await arrived()).toBe(BigInt(payout.net));
    expect((await payouts.event(id)).type).toBe('payout.completed');
    await payouts.revoke(proven, destinationId);
  });

  test('61 fails, and its money is available again', async () => {
    const { id, destinationId, before, arrived } = await paidTo('61');
    expect(await payouts.ended(id)).toMatchObject({ status: 'FAILED', failure: { code: 'rail_error' } });
    expect([await payouts.available(), await arrived()]).toEqual([before, 0n]);
    expect((await payouts.event(id)).type).toBe('payout.failed');
    await payouts.revoke(proven, destinationId);
  });

  test('63 waits, and is canceled meanwhile: its money is available again', async () => {
    const { id, destinationId, before, arrived } = await paidTo('63');
    expect(await payouts.available()).toBe(before - 500n);
    accepted(200, await payouts.ask('POST', `/payouts/${id}/cancel`));
    expect(accepted(200, await payouts.ask('GET', `/payouts/${id}`))).toMatchObject({ status: 'CANCELED' });
    expect([await payouts.available(), await arrived()]).toEqual([before, 0n]);
    await payouts.revoke(proven, destinationId);
  });

  test('62 is paid once although the answer of the operator is lost', async () => {
    const { id, destinationId, before, arrived } = await paidTo('62');
    const payout = await payouts.ended(id);
    expect(payout).toMatchObject({ status: 'COMPLETED', failure: null });
    expect([await payouts.available(), await arrived()]).toEqual([before - 500n, BigInt(payout.net)]);
    expect((await payouts.event(id)).type).toBe('payout.completed');
    await payouts.revoke(proven, destinationId);
  });
});

describe('no money goes to a number', () => {
  test('[12.2] that a secret key with every scope names', async () => {
    const phone = anApprovingPhone();
    const there = await received(phone);
    const { body } = await payouts.ask('POST', '/payout-destinations', {
      phoneNumber: phone,
      label: 'Mine',
      code: '0',
    });
    expect(body).toMatchObject({ status: 401, code: 'token_missing' });
    const made = await payouts.create({ destinationId: `pd_${'0'.repeat(26)}`, amount: '100' });
    expect(made.body).toMatchObject({ code: 'payout_destination_not_found' });
    expect(await received(phone)).toBe(there);
  });

  test('[12.2] that a session without the second factor names, or one that guesses it', async () => {
    const { session } = await newMember(stack, api, 'owner');
    const without = await payouts.register({ session }, anApprovingPhone(), '000000');
    expect(without.body).toMatchObject({ status: 409, code: 'second_factor_missing' });
    const guessed = await payouts.register(owner, anApprovingPhone(), '000000');
    expect(guessed.body).toMatchObject({ status: 401, code: 'second_factor_invalid' });
  });

  test.each(['admin', 'developer', 'cashier', 'viewer'])(
    '[12.2] that a member with the role %s names, with a second factor of their own',
    async (role) => {
      const member = await newProven(stack, api, role);
      const { body } = await payouts.register(member, anApprovingPhone(), member.codes[0] ?? '');
      expect(body).toMatchObject({
        status: 403,
        code: role === 'admin' || role === 'developer' ? 'owner_required' : 'scope_missing',
      });
    },
  );

  test('that was revoked', async () => {
    const destinationId = await payouts.destination(owner, anApprovingPhone());
    await payouts.revoke(owner, destinationId);
    const { body } = await payouts.create({ destinationId, amount: '100' });
    expect(body).toMatchObject({ status: 409, code: 'payout_destination_not_usable' });
  });
});

test('[12.3] every owner is notified by e-mail of a destination that is added, and of one that is revoked', async () => {
  const other = await newMember(stack, api, 'owner');
  const destinationId = await payouts.destination(owner, anApprovingPhone());
  const notified = (email: string, words: string) =>
    eventually(async () => (await mailsTo(email)).some((text) => text.includes(words)));
  for (const { email } of [owner, other]) await notified(email, 'ajouté aux destinations');
  await payouts.revoke(owner, destinationId);
  for (const { email } of [owner, other]) await notified(email, 'a été révoquée');
});
