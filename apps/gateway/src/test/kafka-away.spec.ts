import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { compileChecker, operationList, Problem } from '@paygate/contracts';
import type { OwnKafka } from '@paygate/testing';
import { eventually, ownKafka } from '@paygate/testing';
import { GatewayWorld } from './fixtures/gateway-world.js';

let kafka: OwnKafka;
let world: GatewayWorld;

beforeAll(async () => {
  kafka = await ownKafka();
  world = await GatewayWorld.create(kafka.brokers);
});
afterAll(async () => {
  await world.end();
  await kafka.stop();
});

const askAll = () => Promise.all(operationList.map((operation) => world.gateway.ask(world.goodRequest(operation))));

const probe = () => fetch(`http://127.0.0.1:${world.gateway.service.healthPort}/readyz`);

test('[5.4] without a broker every route answers 503 within its time, and by itself succeeds again when the broker is back', async () => {
  const check = compileChecker(Problem, { unknownFields: 'ignore' });
  for (const answer of await askAll()) expect(answer.status).toBeLessThan(300);
  await eventually(async () => (await probe()).status === 200);

  await kafka.goAway('SIGKILL');
  // a command that was under way when the broker went away may have been executed, and is answered so
  for (const answer of await askAll()) expect([200, 503, 504]).toContain(answer.status);
  await eventually(async () => (await askAll()).every(({ status }) => status === 503));
  // a load balancer that follows the probe would else refuse connections
  const readiness = await probe();
  expect([readiness.status, await readiness.json()]).toMatchObject([200, { notReady: { bus: expect.any(String) } }]);
  for (const answer of await askAll()) {
    expect(check(answer.body)).toEqual([]);
    expect(answer.body).toMatchObject({ code: 'service_unavailable', retryable: true });
    expect(answer.headers['retry-after']).toMatch(/^[1-9][0-9]*$/);
  }

  kafka.comeBack();
  await eventually(async () => (await askAll()).every(({ status }) => status < 300));
});
