import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@paygate/testing';
import { MomoClient } from './fixtures/rail-clients.js';
import { RailsUnderTest } from './fixtures/rails.js';

let rails: RailsUnderTest;
beforeAll(async () => {
  rails = await RailsUnderTest.start('phone');
});
afterAll(() => rails.stop());

const show = (path = '/phone'): Promise<Response> => fetch(`${rails.simulator.url}${path}`);

/** The request of the browser when a person presses a button of the page. */
function press(fields: Readonly<Record<string, string>>, site = 'same-origin'): Promise<Response> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site };
  const body = new URLSearchParams(fields).toString();
  return fetch(`${rails.simulator.url}/phone/decisions`, { method: 'POST', redirect: 'manual', headers, body });
}

test.each([
  ['mtn_momo', 'approved', 'SUCCESSFUL'],
  ['mtn_momo', 'rejected', 'FAILED'],
  ['orange_money', 'approved', 'SUCCESSFULL'],
  ['orange_money', 'rejected', 'CANCELLED'],
] as const)('a person decides a payment of %s as %s on the page', async (name, verdict, status) => {
  const rail = rails.rail(name);
  const reference = await rail.reference();
  await rail.pay('04', reference);
  const text = await (await show()).text();
  expect(text).toContain(`name="reference" value="${reference}"`);
  expect(text).toMatch(/5,000 XAF by (MTN MoMo|Orange Money) from [0-9]+04/);
  const answer = await press({ rail: name, reference, verdict });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/phone']);
  expect(rail.statusIn(await rail.query(reference))).toBe(status);
  await eventually(() => rails.receiver.of(reference).length === 1);
  expect(await (await show()).text()).not.toContain(`value="${reference}"`);
  expect((await press({ rail: name, reference, verdict: 'approved' })).status).toBe(303);
  expect(rail.statusIn(await rail.query(reference))).toBe(status);
});

test('the page runs its own script only, loads nothing, and shows texts of requests as texts', async () => {
  const momo = new MomoClient(rails.simulator.railsUrl, rails.receiver.url);
  await momo.signIn();
  await momo.pay('04', undefined, { payerMessage: '<script>alert(1)</script>&"' });
  const answer = await show();
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^;]+'; script-src 'sha256-[^;]+'; form-action 'self'/,
  );
  const text = await answer.text();
  expect(text).not.toContain('<script>alert');
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;');
});

test('a page of another site cannot decide, nor can anybody decide what does not exist', async () => {
  const rail = rails.rail('mtn_momo');
  const reference = await rail.reference();
  await rail.pay('04', reference);
  expect((await press({ rail: 'mtn_momo', reference, verdict: 'approved' }, 'cross-site')).status).toBe(403);
  expect((await press({ rail: 'mtn_momo', reference, verdict: 'expired' })).status).toBe(400);
  expect((await press({ rail: 'visa', reference, verdict: 'approved' })).status).toBe(400);
  expect(rail.statusIn(await rail.query(reference))).toMatch(rail.words.pending);
});

test('another page lists what each number does', async () => {
  const text = await (await show('/numbers')).text();
  expect(text).toContain('<th scope="row">01</th><td>succeeds</td>');
  expect(text).toContain('<th scope="row">44</th>');
});
