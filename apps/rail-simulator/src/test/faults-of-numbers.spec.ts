import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@paygate/testing';
import { RailsUnderTest, railNames } from './fixtures/rails.js';
import type { RailUnderTest } from './fixtures/rails.js';

let rails: RailsUnderTest;
beforeAll(async () => {
  rails = await RailsUnderTest.start('faults');
});
afterAll(() => rails.stop());

const reset = { message: 'fetch failed', cause: expect.objectContaining({ code: 'ECONNRESET' }) };

describe.each(railNames)('on %s', (name) => {
  let rail: RailUnderTest;
  let reference: string;
  beforeAll(() => {
    rail = rails.rail(name);
  });

  /** Earlier tests have advanced the clock, by which tokens expire. */
  async function fresh(): Promise<string> {
    await rail.signIn();
    reference = await rail.reference();
    return reference;
  }

  /** Succeeds, was debited once, and what it cost. */
  async function succeeds(amount = '5000'): Promise<void> {
    await rails.success(rail, reference);
    expect(await rails.debited(reference)).toEqual([amount]);
  }

  async function stays(): Promise<void> {
    expect(rail.statusIn(await rail.query(reference))).toMatch(rail.words.pending);
    expect(await rails.debited(reference)).toEqual([]);
  }

  const accepted = async (digits: string): Promise<void> => {
    expect(await rail.pay(digits, reference)).toMatchObject({ status: rail.words.accepted });
  };

  test('02 succeeds after 25 s', async () => {
    await fresh();
    await accepted('02');
    await rails.control.advance(20);
    await stays();
    await rails.control.advance(6);
    await succeeds();
  });

  test('04 stays pending until a person decides', async () => {
    await fresh();
    await accepted('04');
    await rails.control.advance(24 * 3_600);
    await rail.signIn();
    await stays();
    const decision = `payments/${name}/${reference}/decision`;
    expect(await rails.control.post(decision, { verdict: 'approved' })).toEqual({ decided: true });
    expect(await rails.control.post(decision, { verdict: 'rejected' })).toEqual({ decided: false });
    await succeeds();
  });

  test('05 succeeds after 6 minutes', async () => {
    await fresh();
    await accepted('05');
    await rails.control.advance(355);
    await stays();
    await rails.control.advance(6);
    await succeeds();
  });

  test('30 is debited, and the connection is reset', async () => {
    await expect(rail.pay('30', await fresh())).rejects.toMatchObject(reset);
    await succeeds();
    expect((await rails.control.payment(name, reference)).callbacks).toEqual([]);
    expect(await rail.pay('30', reference)).toMatchObject({ status: rail.words.duplicate });
  });

  test('31 is reset before anything is processed, and can be repeated', async () => {
    await expect(rail.pay('31', await fresh())).rejects.toMatchObject(reset);
    const query = await rail.query(reference);
    expect(name === 'mtn_momo' ? query.status : rail.statusIn(query)).toBe(name === 'mtn_momo' ? 404 : 'INITIATED');
    await accepted('31');
    await succeeds();
  });

  test('32 is processed and answered by a 504 page', async () => {
    expect(await rail.pay('32', await fresh())).toMatchObject({ status: 504, type: 'text/html' });
    await succeeds();
  });

  test('33 answers 500 and is not processed, and can be repeated', async () => {
    expect(await rail.pay('33', await fresh())).toMatchObject({ status: 500, type: 'application/json' });
    expect(await rails.debited(reference)).toEqual([]);
    await accepted('33');
    await succeeds();
  });

  test('34 is processed and answered by a page; the first status is 300 KiB', async () => {
    const answer = await rail.pay('34', await fresh());
    expect(answer).toMatchObject({ status: 200, type: 'text/html' });
    expect(() => answer.json()).toThrow();
    const query = await rail.query(reference);
    expect(query.text.length).toBeGreaterThan(300 * 1024);
    await succeeds();
    expect((await rail.query(reference)).text.length).toBeLessThan(2048);
  });

  test('35 is not found three times', async () => {
    await fresh();
    await accepted('35');
    const statuses: number[] = [];
    for (let query = 0; query < 4; query += 1) statuses.push((await rail.query(reference)).status);
    expect(statuses).toEqual([404, 404, 404, 200]);
    await succeeds();
  });

  test('36 is processed and answered as a duplicate', async () => {
    expect(await rail.pay('36', await fresh())).toMatchObject({ status: rail.words.duplicate });
    await succeeds();
  });

  test('37 loses its token once', async () => {
    expect(await rail.pay('37', await fresh())).toMatchObject({ status: 401 });
    expect(await rail.query(reference)).toMatchObject({ status: 401 });
    await rail.signIn();
    await accepted('37');
    await succeeds();
  });

  test.each([
    ['38', 429, 10],
    ['39', 503, 60],
  ])('%s answers %i for %i s', async (digits, status, seconds) => {
    await fresh();
    expect(await rail.pay(digits, reference)).toMatchObject({ status });
    await rails.control.advance(seconds - 5);
    expect(await rail.pay(digits, reference)).toMatchObject({ status });
    expect(await rails.debited(reference)).toEqual([]);
    await rails.control.advance(6);
    await accepted(digits);
    await succeeds();
  });

  test('40 has its callback before the answer', async () => {
    await fresh();
    await accepted('40');
    expect(rails.receiver.of(reference)).toHaveLength(1);
    await succeeds();
  });

  test('41 has three callbacks, of which the first is forged', async () => {
    await fresh();
    await accepted('41');
    await eventually(() => rails.receiver.of(reference).length === 3);
    const [forged, ...genuine] = rails.receiver.of(reference).map(({ body }) => String(body['status']));
    expect(forged).toMatch(/FAILED|CANCELLED/);
    expect(genuine).toEqual([rail.words.success, rail.words.success]);
    await succeeds();
  });

  test('42 books and reports 100 francs more', async () => {
    await fresh();
    await accepted('42');
    await succeeds('5100');
    expect((await rail.query(reference)).text).toContain('5100');
  });

  test('43 contradicts itself after 3 s, and the money stays', async () => {
    await fresh();
    await accepted('43');
    await succeeds();
    await rails.control.advance(4);
    expect(rail.statusIn(await rail.query(reference))).toBe('FAILED');
    await eventually(() => rails.receiver.of(reference).length === 2);
    expect(rails.receiver.of(reference).map(({ body }) => body['status'])).toEqual([rail.words.success, 'FAILED']);
    expect(await rails.debited(reference)).toEqual(['5000']);
    expect(await rails.control.payment(name, reference)).toMatchObject({ state: 'succeeded' });
  });

  test('84 reports a failure for a minute, although it has debited the payer', async () => {
    await fresh();
    await accepted('84');
    await eventually(() => rails.receiver.of(reference).length === 1);
    expect(rail.statusIn(await rail.query(reference))).toBe('FAILED');
    expect(await rails.debited(reference)).toEqual(['5000']);
    await rails.control.advance(61);
    await succeeds();
    await eventually(() => rails.receiver.of(reference).length === 2);
    expect(rails.receiver.of(reference).map(({ body }) => body['status'])).toEqual(['FAILED', rail.words.success]);
  });

  test('44 reports a status that is not documented, for ever', async () => {
    await fresh();
    await accepted('44');
    await rails.control.advance(3 * 24 * 3_600);
    await rail.signIn();
    expect(rail.statusIn(await rail.query(reference))).toMatch(/^(ONGOING|IN_PROGRESS)$/);
    expect(await rails.debited(reference)).toEqual([]);
  });
});
