import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ReloadingSecret } from '@paygate/platform';
import type { Collection } from './connector.js';
import { MtnMomoConnector } from './mtn-momo/mtn-momo-connector.js';
import { mtnMomoCredentialFields } from '../credentials/mtn-momo-credentials.js';
import { OrangeMoneyConnector } from './orange-money/orange-money-connector.js';
import { orangeMoneyCredentialFields } from '../credentials/orange-money-credentials.js';

const collection: Collection = {
  ...{ reference: 'b6a1f5a0-8d3c-4c43-9d6f-0a3f1c2b4d5e', railToken: 'MP1', orderId: 'ch_1', phone: '+237690000001' },
  ...{ amount: 700n, currency: 'XAF', callbackUrl: undefined, originalReference: null },
};
const withinSeconds = (seconds: number): AbortSignal => AbortSignal.timeout(seconds * 1_000);

/** A rail whose every answer but that of tokens is this one. */
let answer = { status: 200, body: '' };
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (/\/token\/?$/.test(request.url ?? '')) response.end('{"access_token":"token","expires_in":3600}');
    else response.writeHead(answer.status).end(answer.body);
  });
  const { promise, resolve } = Promise.withResolvers<undefined>();
  server.listen(0, '127.0.0.1', () => {
    resolve(undefined);
  });
  await promise;
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const credentialsOf = (fields: readonly string[]): ReloadingSecret =>
  new ReloadingSecret(JSON.stringify(Object.fromEntries(fields.map((field) => [field, 'given']))));
const mtnMomo = (): MtnMomoConnector => new MtnMomoConnector(url, credentialsOf(mtnMomoCredentialFields));
const orangeMoney = (): OrangeMoneyConnector =>
  new OrangeMoneyConnector(url, credentialsOf(orangeMoneyCredentialFields));

/** Names that objects inherit, texts that the database refuses, and values that have no text. */
const INHERITED = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];
const UNPRINTABLE = ['\u0000', 'NOT_ENOUGH_FUNDS\u0000', '\u001b[2J', '\ud800', 'é'.repeat(99)];
const NO_TEXT: readonly unknown[] = [null, 7, [], {}, { toString: null, valueOf: null }, { code: { toString: 1 } }];
const REASONS = [...INHERITED, ...UNPRINTABLE, ...NO_TEXT].map((reason) => [JSON.stringify(reason), reason] as const);

/** A remark is stored, and shown to people. */
const REMARK = expect.stringMatching(/^[\x20-\x7e]{0,100}$/);
const UNKNOWN = { kind: 'declined', code: 'rail_error', remark: REMARK };

/** Guarantees that an answer which nobody expects is neither taken for another one nor breaks the worker that reads it. */
describe.each(REASONS)('a rail that answers with %s', (_, reason) => {
  const answers = (status: number, body: object): void => {
    answer = { status, body: JSON.stringify(body) };
  };

  it('as the reason of a failure at MTN MoMo has failed for an unknown reason', async () => {
    for (const given of [reason, { code: reason }]) {
      answers(200, { status: 'FAILED', reason: given });
      expect(await mtnMomo().query(collection, withinSeconds(5))).toEqual(UNKNOWN);
    }
  });

  it('as the code of an error of MTN MoMo has refused nothing', async () => {
    answers(500, { code: reason });
    expect(await mtnMomo().submit(collection, withinSeconds(5))).toEqual({ kind: 'in_doubt', remark: REMARK });
  });

  it('as the status of a payment leaves it in doubt', async () => {
    answers(200, { status: reason, data: { status: reason } });
    for (const connector of [mtnMomo(), orangeMoney()])
      expect(await connector.query(collection, withinSeconds(5))).toEqual({ kind: 'in_doubt', remark: REMARK });
  });

  it('as the currency at MTN MoMo has collected no other currency', async () => {
    answers(200, { status: 'SUCCESSFUL', amount: '700', currency: reason });
    const outcome = await mtnMomo().query(collection, withinSeconds(5));
    if (typeof reason === 'string') expect(outcome).toEqual({ kind: 'succeeded', amount: 700n, currency: REMARK });
    else expect(outcome).toEqual({ kind: 'in_doubt', remark: REMARK });
    expect(outcome).not.toMatchObject({ currency: 'XAF' });
  });

  it('as a code of Orange Money has failed for an unknown reason', async () => {
    const data = { status: 'FAILED', confirmtxnstatus: reason, inittxnstatus: reason };
    answers(200, { message: reason, data });
    expect(await orangeMoney().query(collection, withinSeconds(5))).toEqual(UNKNOWN);
    answers(417, { message: reason, data: null });
    expect(await orangeMoney().submit(collection, withinSeconds(5))).toEqual(UNKNOWN);
  });
});

/** Guarantees that a submission is declined by the operator only, and not by a server in front of it. */
describe('a submission to Orange Money that ends with HTTP 417', () => {
  it.each([
    ['{"message":"60019 :: the balance is too low","data":null}', 'declined'],
    ['<html>Expectation Failed</html>', 'in_doubt'],
  ])('%s is %s', async (body, kind) => {
    answer = { status: 417, body };
    expect(await orangeMoney().submit(collection, withinSeconds(5))).toMatchObject({ kind });
  });
});
