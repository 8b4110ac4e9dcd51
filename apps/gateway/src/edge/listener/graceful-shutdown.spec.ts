import { Agent, request } from 'node:https';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { accept, createIntent } from '@paygate/contracts';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { certificate, GatewayUnderTest, newApiKey } from '../../test/fixtures/gateway-under-test.js';
import { intentOf } from '../../test/fixtures/samples.js';

const { key, row } = newApiKey();
const body = '{"amount":"5000","currency":"XAF"}';
apiKeyRows.put(row.apiKeyId, row);

beforeEach(() => {
  busDouble.on(createIntent, (command) => accept(intentOf(command)));
});

describe('a gateway that ends', () => {
  test('answers requests in progress', async () => {
    const gateway = await GatewayUnderTest.start(GatewayWithDoubles);
    const arrived = Promise.withResolvers<undefined>();
    const release = Promise.withResolvers<undefined>();
    busDouble.on(createIntent, async (command) => {
      arrived.resolve(undefined);
      await release.promise;
      return accept(intentOf(command));
    });
    const answer = gateway.ask({ method: 'POST', path: '/gateway', headers: { 'x-api-key': key }, body });
    await arrived.promise;
    const stopping = gateway.stop();
    release.resolve(undefined);
    expect((await answer).status).toBe(201);
    expect(await stopping).toBe(true);
  });

  test('fails no request that it has accepted, under load on open connections', async () => {
    const gateway = await GatewayUnderTest.start(GatewayWithDoubles, { DRAIN_SECONDS: '1' });
    const load = Array.from({ length: 8 }, () => createUntilGone(gateway.port));
    while (busDouble.sent.length < 50) await new Promise(setImmediate);
    const before = busDouble.sent.length;
    expect(await gateway.stop()).toBe(true);
    const outcomes = (await Promise.all(load)).flat();
    expect(outcomes.filter((outcome) => outcome !== 201)).toEqual(Array.from({ length: 8 }, () => 'not connected'));
    expect(busDouble.sent.length).toBeGreaterThan(before);
  });
});

/** Creates intents on one open connection, until the gateway listens no more. */
async function createUntilGone(port: number): Promise<(number | string)[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: certificate });
  const outcomes: (number | string)[] = [];
  do outcomes.push(await createOnce(port, agent));
  while (outcomes.at(-1) === 201);
  agent.destroy();
  return outcomes;
}

function createOnce(port: number, agent: Agent): Promise<number | string> {
  const { promise, resolve } = Promise.withResolvers<number | string>();
  const headers = { 'x-api-key': key, 'content-type': 'application/json', 'content-length': body.length };
  const sending = request({ host: '127.0.0.1', port, method: 'POST', path: '/gateway', agent, headers });
  let isConnected = false;
  sending.once('socket', (socket) => {
    isConnected = sending.reusedSocket;
    socket.once('secureConnect', () => (isConnected = true));
  });
  sending.once('error', (error) => {
    resolve(isConnected ? error.message : 'not connected');
  });
  sending.once('response', (response) => {
    response.resume();
    response.once('end', () => {
      resolve(response.statusCode ?? 0);
    });
    response.once('error', () => {
      resolve('an answer that broke off');
    });
  });
  sending.end(body);
  return promise;
}
