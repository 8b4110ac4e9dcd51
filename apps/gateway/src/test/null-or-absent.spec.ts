import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Operation } from '@paygate/contracts';
import { headers, operationList, readOperators, schemaOf, SEALED_PATTERN } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import { GatewayWorld } from './fixtures/gateway-world.js';

/*
 * Idempotency takes null at the top level of a body for an absent field, and empty metadata for none. So every operation that stores a
 * key reads both alike: it is answered alike, and sends the same commands.
 */

let world: GatewayWorld;
beforeAll(async () => {
  world = await GatewayWorld.create();
});
afterAll(() => world.end());
afterEach(() => {
  jest.restoreAllMocks();
});

function storesKey({ headers: used }: Operation): boolean {
  return used.some(({ name, description }) => name === headers.idempotencyKey && !description.includes('not stored'));
}

/** The fields of a body that may be null or absent. */
function emptyFieldsOf({ body }: Operation): readonly string[] {
  const fields = body === undefined ? [] : schemaOf(body).fields;
  return fields.filter(({ empty }) => empty === 'null-or-absent').map(({ name }) => name);
}

const cases = operationList
  .filter(storesKey)
  .flatMap((operation) => emptyFieldsOf(operation).map((field) => [operation.id, field, operation] as const));

/** The commands of a request and its outcome, without what is new in each request. */
async function outcomeOf(operation: Operation, change: (body: Record<string, unknown>) => object) {
  const send = jest.spyOn(world.gateway.get(CommandBus), 'send');
  const request = world.goodRequest(operation);
  const body = change({ ...(request.body as object) });
  const key = { [headers.idempotencyKey]: newId('request') };
  const {
    status,
    body: answer,
    headers: given,
  } = await world.gateway.ask({
    ...request,
    body,
    headers: { ...request.headers, ...key },
  });
  const commands = send.mock.calls
    .filter(([, , { requestId }]) => requestId === given['x-request-id'])
    // what it answers is held for some seconds
    .filter(([{ name }]) => name !== readOperators.name)
    .map(([{ name }, payload]) => [name, alike(payload)]);
  send.mockRestore();
  return { status, code: answer['code'], commands };
}

function without(body: Readonly<Record<string, unknown>>, field: string): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}

function alike(payload: unknown): unknown {
  const text = JSON.stringify(payload, (name, value: unknown) => {
    if (name === 'idempotency') return undefined;
    return typeof value === 'string' && SEALED_PATTERN.test(value) ? 'sealed' : value;
  });
  return JSON.parse(text.replaceAll(/[a-z]+_[0-9a-z]{26}/g, 'id').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time'));
}

describe('an operation that stores its idempotency key', () => {
  test('is in the table where it has a field that may be null', () => {
    const known = new Set(cases.map(([id]) => id));
    expect([...known]).toEqual(expect.arrayContaining(['createIntent', 'createRefund', 'createPayout', 'initOtp']));
  });

  test.each(cases)('%s reads %s alike when it is null and when it is absent', async (_id, field, operation) => {
    const absent = await outcomeOf(operation, (body) => without(body, field));
    const empty = await outcomeOf(operation, (body) => ({ ...body, [field]: null }));
    expect(empty).toEqual(absent);
  });

  test.each(cases.filter(([, field]) => field === 'metadata'))(
    '%s stores empty %s as it stores none',
    async (_id, field, operation) => {
      const absent = await outcomeOf(operation, (body) => without(body, field));
      const empty = await outcomeOf(operation, (body) => ({ ...body, [field]: {} }));
      expect(empty).toEqual(absent);
      expect(JSON.stringify(absent.commands)).toContain('"metadata":"{}"');
    },
  );
});
