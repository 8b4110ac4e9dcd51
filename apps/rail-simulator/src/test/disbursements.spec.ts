import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@paygate/testing';
import type { Answer } from './fixtures/rail-clients.js';
import { MomoClient } from './fixtures/rail-clients.js';
import { RailsUnderTest } from './fixtures/rails.js';

let rails: RailsUnderTest;
let collection: MomoClient;
let disbursement: MomoClient;

beforeAll(async () => {
  rails = await RailsUnderTest.start('disbursements');
  const { railsUrl } = rails.simulator;
  collection = new MomoClient(railsUrl, rails.receiver.url);
  disbursement = new MomoClient(railsUrl, rails.receiver.url, 'disbursement');
  await Promise.all([collection.signIn(), disbursement.signIn()]);
});
afterAll(() => rails.stop());

async function collected(digits: string): Promise<string> {
  const reference = randomUUID();
  await collection.pay(digits, reference);
  await eventually(async () => (await collection.status(reference)).json()['status'] === 'SUCCESSFUL');
  return reference;
}

const note = { currency: 'XAF', externalId: 'order', payerMessage: 'Paygate', payeeNote: 'Paygate' };

function send(path: string, reference: string, body: Readonly<Record<string, unknown>>): Promise<Answer> {
  const headers = { 'x-reference-id': reference, 'x-callback-url': `${rails.receiver.url}/momo/${reference}` };
  return disbursement.send('POST', path, { headers, body: JSON.stringify({ ...note, ...body }) });
}

const refund = (referenceIdToRefund: string, amount: string, reference: string = randomUUID()): Promise<Answer> =>
  send('/disbursement/v2_0/refund', reference, { amount, referenceIdToRefund });

async function refunded(original: string, amount: string): Promise<string> {
  const reference = randomUUID();
  await refund(original, amount, reference);
  return reference;
}

const transfer = (digits: string, reference: string = randomUUID()): Promise<Answer> =>
  send('/disbursement/v1_0/transfer', reference, {
    amount: '700',
    payee: { partyIdType: 'MSISDN', partyId: `2376700000${digits}` },
  });

const ended = (resource: string, reference: string): Promise<Record<string, unknown>> =>
  eventually(async () => {
    const status = (await disbursement.send('GET', `/disbursement/v1_0/${resource}/${reference}`)).json();
    return ['SUCCESSFUL', 'FAILED'].includes(String(status['status'])) && status;
  });

async function balanceOf(product: MomoClient): Promise<number> {
  const answer = await product.send('GET', `/${product.product}/v1_0/account/balance`);
  return Number(answer.json()['availableBalance']);
}

async function balances(): Promise<{ readonly payer: number; readonly merchant: number }> {
  const payer = (await rails.control.get('payers/mtn_momo/237670000001')) as { balance: string };
  const [collections, disbursements] = [await balanceOf(collection), await balanceOf(disbursement)];
  return { payer: Number(payer.balance), merchant: collections + disbursements };
}

describe('a refund', () => {
  test('gives the payer their money back, in parts, up to what was collected', async () => {
    const before = await balances();
    const original = await collected('01');
    expect(await balances()).toEqual({ payer: before.payer - 5_000, merchant: before.merchant + 5_000 });
    const references = [randomUUID(), randomUUID(), randomUUID()] as const;
    const answers = await Promise.all(references.map((reference) => refund(original, '2000', reference)));
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [202, ''],
      [202, ''],
      [202, ''],
    ]);
    const outcomes = await Promise.all(references.map((reference) => ended('refund', reference)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['FAILED', 'SUCCESSFUL', 'SUCCESSFUL']);
    expect(outcomes.find(({ status }) => status === 'SUCCESSFUL')).toMatchObject({
      amount: '2000',
      payee: { partyIdType: 'MSISDN', partyId: '237670000001' },
    });
    expect(await balances()).toEqual({ payer: before.payer - 1_000, merchant: before.merchant + 1_000 });
    await eventually(() => references.every((reference) => rails.receiver.of(reference).length === 1));
  });

  test('of number 50 takes 25 s, of 51 fails, of 52 is processed and reset', async () => {
    const [slow, failing, lost] = await Promise.all(['50', '51', '52'].map(collected));
    const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()] as const;
    await refund(String(slow), '5000', one);
    await refund(String(failing), '5000', two);
    await expect(refund(String(lost), '5000', three)).rejects.toMatchObject({ message: 'fetch failed' });
    expect(await ended('refund', two)).toMatchObject({ status: 'FAILED', reason: 'COULD_NOT_PERFORM_TRANSACTION' });
    expect(await ended('refund', three)).toMatchObject({ status: 'SUCCESSFUL' });
    const pending = await disbursement.send('GET', `/disbursement/v1_0/refund/${one}`);
    expect(pending.json()).toMatchObject({ status: 'PENDING' });
    await rails.control.advance(26);
    expect(await ended('refund', one)).toMatchObject({ status: 'SUCCESSFUL' });
  });

  test('needs a collection that succeeded, and a reference of its own', async () => {
    expect((await refund(randomUUID(), '100')).status).toBe(404);
    const failed = randomUUID();
    await collection.pay('11', failed);
    await eventually(async () => (await collection.status(failed)).json()['status'] === 'FAILED');
    expect((await refund(failed, '100')).status).toBe(404);
    const original = await collected('01');
    expect((await refund(original, '100', original)).status).toBe(409);
  });
});

describe('a transfer', () => {
  test('pays the payee once, however often it is sent', async () => {
    const reference = randomUUID();
    const before = await balances();
    const answers = await Promise.all(Array.from({ length: 10 }, () => transfer('01', reference)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array<number>(9).fill(409)]);
    expect(await ended('transfer', reference)).toMatchObject({ status: 'SUCCESSFUL' });
    expect(await balances()).toEqual({ payer: before.payer + 700, merchant: before.merchant - 700 });
  });

  test.each([
    ['13', 'FAILED', { code: 'PAYEE_NOT_FOUND', message: expect.any(String) }],
    ['61', 'FAILED', 'COULD_NOT_PERFORM_TRANSACTION'],
    ['03', 'SUCCESSFUL', undefined],
  ])('to number %s ends as %s', async (digits, status, reason) => {
    const reference = randomUUID();
    await transfer(digits, reference);
    expect(await ended('transfer', reference)).toMatchObject(reason === undefined ? { status } : { status, reason });
  });

  test('to number 60 takes 25 s, to 62 is processed and reset, to another is refused', async () => {
    const [slow, lost] = [randomUUID(), randomUUID()];
    await transfer('60', slow);
    await expect(transfer('62', lost)).rejects.toMatchObject({ message: 'fetch failed' });
    expect(await ended('transfer', lost)).toMatchObject({ status: 'SUCCESSFUL' });
    await rails.control.advance(26);
    expect(await ended('transfer', slow)).toMatchObject({ status: 'SUCCESSFUL' });
    const refused = await transfer('99');
    expect([refused.status, refused.json()['code']]).toEqual([500, 'PAYEE_NOT_FOUND']);
  });
});

test('each product has an account of its own, and money is moved between them', async () => {
  const held = async () => [await balanceOf(collection), await balanceOf(disbursement)] as const;
  const [collections, disbursements] = await held();
  await ended('refund', await refunded(await collected('01'), '2000'));
  expect(await held()).toEqual([collections + 5_000, disbursements - 2_000]);
  await rails.control.post('transfers', { amount: '3000' });
  expect(await held()).toEqual([collections + 2_000, disbursements + 1_000]);
  await rails.control.post('transfers', { amount: '-500' });
  expect(await rails.control.accounts()).toEqual([
    { name: 'mtn_momo', balance: String(collections + 2_500) },
    { name: 'mtn_momo/disbursement', balance: String(disbursements + 500) },
    { name: 'orange_money', balance: '0' },
  ]);
  await expect(rails.control.post('transfers', { amount: '0' })).rejects.toThrow('answered 400');
});

test('an account that is empty pays again once money was moved to it', async () => {
  await rails.control.put('paying-accounts/mtn_momo', { balance: '699' });
  try {
    expect(await ended('refund', await refunded(await collected('01'), '700'))).toMatchObject({
      ...{ status: 'FAILED', reason: 'NOT_ENOUGH_FUNDS' },
    });
    await rails.control.post('transfers', { amount: '1' });
    expect(await ended('refund', await refunded(await collected('01'), '700'))).toMatchObject({ status: 'SUCCESSFUL' });
  } finally {
    await rails.control.remove('paying-accounts/mtn_momo');
  }
});

test('the products have tokens of their own, and do not show each other’s payments', async () => {
  const original = await collected('01');
  expect((await disbursement.send('GET', `/disbursement/v1_0/transfer/${original}`)).status).toBe(404);
  expect((await disbursement.send('GET', `/collection/v1_0/requesttopay/${original}`)).status).toBe(401);
  expect((await collection.send('GET', `/disbursement/v1_0/transfer/${original}`)).status).toBe(401);
});
