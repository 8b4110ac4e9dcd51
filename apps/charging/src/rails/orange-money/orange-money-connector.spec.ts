import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ReloadingSecret } from '@paygate/platform';
import type { Collection } from '../connector.js';
import { orangeMoneyCredentialFields } from './orange-money-credentials.js';
import { OrangeMoneyConnector } from './orange-money-connector.js';

const collection: Collection = {
  ...{ reference: 'b6a1f5a0-8d3c-4c43-9d6f-0a3f1c2b4d5e', railToken: 'MP1', orderId: 'ch_1', phone: '+237690000001' },
  ...{ amount: 700n, currency: 'XAF', callbackUrl: undefined },
};

/** Guarantees that a submission is declined by the operator only, and not by a server in front of it. */
describe('a submission to Orange Money that ends with HTTP 417', () => {
  let server: Server;
  let connector: OrangeMoneyConnector;
  let refusal = '';
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/token') response.end(JSON.stringify({ access_token: 'token', expires_in: 3600 }));
      else response.writeHead(417).end(refusal);
    });
    const { promise, resolve } = Promise.withResolvers<undefined>();
    server.listen(0, '127.0.0.1', () => {
      resolve(undefined);
    });
    await promise;
    const credentials = Object.fromEntries(orangeMoneyCredentialFields.map((field) => [field, 'given']));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    connector = new OrangeMoneyConnector(url, new ReloadingSecret(JSON.stringify(credentials)));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it.each([
    ['{"message":"60019 :: the balance is too low","data":null}', 'declined'],
    ['<html>Expectation Failed</html>', 'in_doubt'],
  ])('%s is %s', async (body, kind) => {
    refusal = body;
    expect(await connector.submit(collection, AbortSignal.timeout(5_000))).toMatchObject({ kind });
  });
});
