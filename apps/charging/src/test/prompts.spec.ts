import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@paygate/platform';
import type { RailSimulator, RunningApp } from '@paygate/testing';
import { ChargingUnderTest } from './charging-under-test.js';
import { MobileMoney } from './mobile-money.js';

/** Guarantees that a phone is not flooded with requests for approval, and that a number is no content of the database. */
describe('the prompts of a phone', () => {
  let simulator: RailSimulator;
  let world: ChargingUnderTest;
  let money: MobileMoney;
  let instance: RunningApp;

  beforeAll(async () => {
    simulator = await MobileMoney.simulator();
    world = await ChargingUnderTest.prepare({ ...simulator.env });
    instance = await world.start();
    money = await MobileMoney.start(simulator, world);
  });
  afterAll(async () => {
    await money.stop();
    await world.end();
    await simulator.stop();
  });

  it('are three in ten minutes, however many are asked for at once', async () => {
    const userId = money.payerWith('+237677700001');
    const replies = await Promise.all(Array.from({ length: 8 }, () => money.prepare({ userId })));
    const codes = replies.map((reply) => (reply.ok ? 'ok' : reply.code)).sort();
    expect(codes).toEqual([...Array<string>(3).fill('ok'), ...Array<string>(5).fill('prompt_limit_reached')]);
    const refused = replies.find((reply) => !reply.ok);
    expect(refused).toMatchObject({ fields: { retryAfter: expect.any(Number) } });
    // another customer who names the phone has no more
    const other = money.payerWith('+237677700002');
    expect(await money.prepare({ userId: other, phoneNumber: '+237677700001', otherPhones: true })).toMatchObject({
      code: 'prompt_limit_reached',
    });
    await world.database.query(`UPDATE prompt SET prepared_at = prepared_at - interval '10 minutes'`);
    expect(await money.prepare({ userId })).toMatchObject({ ok: true });
  });

  it('that others cause keep its owner, known by account or code, from none', async () => {
    const phoneNumber = '+237677700071';
    const [owner, other] = [money.payerWith(phoneNumber), money.payerWith('+237677700072')];
    const asOther = { userId: other, phoneNumber, otherPhones: true };
    for (const ok of [true, true, true, false]) expect((await money.prepare(asOther)).ok).toBe(ok);
    for (const payer of [{ userId: owner }, { provedPhone: phoneNumber }, { userId: owner }])
      expect(await money.prepare(payer)).toMatchObject({ ok: true });
    expect(await money.prepare({ provedPhone: phoneNumber })).toMatchObject({ code: 'prompt_limit_reached' });
  });

  it('that are asked for keep its owner from none, and go to no other phone', async () => {
    const provedPhone = '+237677700073';
    for (const ok of [true, true, true, false]) expect((await money.prepare({ provedPhone, asked: true })).ok).toBe(ok);
    for (let n = 0; n < 3; n += 1) expect(await money.prepare({ provedPhone })).toMatchObject({ ok: true });
    const other = { provedPhone, asked: true, phoneNumber: '+237677700074', otherPhones: true };
    expect(await money.prepare(other)).toMatchObject({ ok: false, code: 'payer_phone_not_allowed' });
  });

  it('are fifty in a day, however far apart', async () => {
    const userId = money.payerWith('+237677700081');
    for (let hours = 0; hours < 50; hours += 1) {
      expect(await money.prepare({ userId })).toMatchObject({ ok: true });
      await world.database.query(`UPDATE prompt SET prepared_at = prepared_at - interval '11 minutes'`);
    }
    expect(await money.prepare({ userId })).toMatchObject({ code: 'prompt_limit_reached' });
    await world.database.query(`UPDATE prompt SET prepared_at = prepared_at - interval '1 day'`);
    expect(await money.prepare({ userId })).toMatchObject({ ok: true });
  });

  it('in test mode are counted for each merchant, who all have the same test numbers', async () => {
    const provedPhone = '+237677700091';
    const merchants = [newId('merchant'), newId('merchant')];
    for (const merchantId of merchants)
      for (const ok of [true, true, true, false])
        expect((await money.prepare({ provedPhone, merchantId })).ok).toBe(ok);
  });

  it('[4.15] of a guest go to the phone that a code has proved, and to no other, whatever the merchant allows', async () => {
    const provedPhone = '+237677700051';
    for (const otherPhones of [true, false]) {
      const other = { provedPhone, phoneNumber: '+237677700052', otherPhones };
      expect(await money.prepare(other)).toMatchObject({ ok: false, code: 'payer_phone_not_allowed' });
    }
    expect(await money.prepare({ provedPhone })).toMatchObject({ ok: true, data: { phoneMasked: '********51' } });
    expect(await money.prepare({ provedPhone, phoneNumber: provedPhone })).toMatchObject({ ok: true });
  });

  it('[2.24] have an index by which the payments of the phone are found, in one mode', async () => {
    const provedPhone = '+237677700061';
    const prepared = await money.prepare({ provedPhone });
    const [index] = await money.indexes(provedPhone);
    expect(prepared).toMatchObject({ ok: true, data: { phoneIndex: index } });
    expect(await money.indexes(provedPhone, 'live')).not.toContain(index);
    expect(await money.indexes('+237677700062')).not.toContain(index);
  });

  it('count across the keys of their index while these are replaced', async () => {
    const [older, newer] = [world.env['PAYER_INDEX_KEY'], randomBytes(32).toString('base64')];
    const userId = money.payerWith('+237677700009');
    const [known] = await money.indexes('+237677700009');
    for (const keys of [`${older},${newer}`, `${newer},${older}`]) {
      await instance.stop();
      instance = await world.start({ PAYER_INDEX_KEY: keys });
      expect(await money.prepare({ userId })).toMatchObject({ ok: true });
      // payments of before the replacement are found too
      expect(await money.indexes('+237677700009')).toContain(known);
    }
    const replies = await Promise.all(Array.from({ length: 4 }, () => money.prepare({ userId })));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('count a repeated command once', async () => {
    const userId = money.payerWith('+237677700003');
    const chargeId = newId('charge');
    for (let n = 0; n < 4; n++) expect(await money.prepare({ userId, chargeId })).toMatchObject({ ok: true });
  });

  it('count two attempts to pay one intent once', async () => {
    const userId = money.payerWith('+237677700008');
    const intentId = newId('intent');
    const replies = await Promise.all(Array.from({ length: 4 }, () => money.prepare({ userId, intentId })));
    expect(replies.map(({ ok }) => ok)).toEqual([true, true, true, true]);
    for (const more of [true, true, false]) expect((await money.prepare({ userId })).ok).toBe(more);
    expect(await money.prepare({ userId, intentId })).toMatchObject({ ok: true });
  });

  it.each([
    ['+237677700004', {}, { ok: true, data: { operator: 'mtn_momo', phoneMasked: '********04' } }],
    ['+237697700004', {}, { ok: true, data: { operator: 'orange_money' } }],
    ['+237697700005', { operator: 'mtn_momo' }, { ok: true, data: { operator: 'mtn_momo' } }],
    ['+237617700004', {}, { code: 'operator_unknown' }],
    ['+33612345678', { operator: 'mtn_momo' }, { code: 'operator_unknown' }],
    ['+237677700006', { currency: 'XOF' }, { code: 'payment_method_unavailable' }],
    ['+237677700006', { mode: 'live' }, { code: 'payment_method_unavailable' }],
    ['+237677700006', { phoneNumber: '+237677700007' }, { code: 'payer_phone_not_allowed' }],
    ['+237677700006', { phoneNumber: '+237677700006' }, { ok: true }],
    ['+237677700006', { phoneNumber: '+237677700007', otherPhones: true }, { ok: true }],
  ] as const)('of %s with %j are decided', async (phone, given, expected) => {
    expect(await money.prepare({ userId: money.payerWith(phone), ...given })).toMatchObject(expected);
  });

  it('hold the number sealed', async () => {
    await money.prepare({ userId: money.payerWith('+237677712345') });
    const rows = await world.database.rowsOf('prompt');
    expect(rows.join()).not.toContain('677712345');
  });
});
