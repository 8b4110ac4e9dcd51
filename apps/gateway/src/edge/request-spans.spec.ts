import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { accept, createIntent } from '@paygate/contracts';
import { Tracing } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../test/fixtures/gateway-under-test.js';
import { intentOf } from '../test/fixtures/samples.js';

const secret = newApiKey();
/** Nobody collects the spans. */
const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_TRACES_SAMPLER_ARG: '1' };
let gateway: GatewayUnderTest;

beforeAll(async () => {
  apiKeyRows.put(secret.row.apiKeyId, secret.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles, traced);
});
afterAll(() => gateway.stop());

test('requests with one id at a time have a trace each, to which their commands belong', async () => {
  const requests = 8;
  const tracing = gateway.get<Tracing>(Tracing as never);
  const { promise: allArrived, resolve } = Promise.withResolvers<undefined>();
  const found: (readonly [before: string | undefined, after: string | undefined])[] = [];
  let arrived = 0;
  busDouble.on(createIntent, async (command) => {
    const before = tracing.active({});
    arrived += 1;
    if (arrived === requests) resolve(undefined);
    await allArrived;
    found.push([before, tracing.active({})]);
    return accept(intentOf(command));
  });
  const answers = await Promise.all(
    Array.from({ length: requests }, () =>
      gateway.ask({
        method: 'POST',
        path: '/gateway',
        headers: { 'x-api-key': secret.key, 'x-request-id': 'the-same-for-all' },
        body: { amount: '5000', currency: 'XAF' },
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(requests).fill(201));
  for (const [before, after] of found) expect(after).toBe(before);
  expect(new Set(found.map(([traceparent = '']) => traceparent.split('-')[1])).size).toBe(requests);
});
