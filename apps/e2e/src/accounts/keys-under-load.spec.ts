import { afterAll, describe, expect, test } from '@jest/globals';
import type { PaygateHttp } from '@paygate/testing';
import { eventually, gatewaysOf, readStack, stackProcesses } from '@paygate/testing';

const stack = readStack();
const gateways = gatewaysOf(stack);
const [first, second] = gateways;
if (first === undefined || second === undefined) throw new Error('the stack has fewer than two gateways');
const TEST_MS = 120_000;
/** Answers after which the load has run for a while. */
const ENOUGH = 20;
const WORKERS = 3;

afterAll(() => {
  for (const { api } of gateways) api.close();
});

interface IssuedKey {
  readonly id: string;
  readonly key: string;
}

const post = async (path: string, key: string, body?: unknown): Promise<IssuedKey> => {
  const asked = { method: 'POST', path, headers: { 'x-api-key': key }, ...(body === undefined ? {} : { body }) };
  const answer = await first.api.request<IssuedKey>(asked);
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.body;
};
const newKey = () =>
  post('/api-keys', stack.merchant.secretKey, { type: 'restricted', scopes: ['api_keys:read', 'api_keys:write'] });

/** The outcome of a request with a key: `ok`, a code, or the error of the connection. */
async function outcomeOf(api: PaygateHttp, key: string): Promise<string> {
  try {
    const { status, body } = await api.request({
      method: 'GET',
      path: '/api-keys?limit=1',
      headers: { 'x-api-key': key },
    });
    return status === 200 ? 'ok' : String(body['code']);
  } catch (error) {
    return String((error as { code?: unknown }).code ?? error);
  }
}

/** Workers that send one request after the other until they are stopped. */
class Load {
  readonly outcomes: string[] = [];
  readonly #workers: Promise<void>[];
  #going = true;

  constructor(api: PaygateHttp, key: () => string, workers = WORKERS) {
    this.#workers = Array.from({ length: workers }, async () => {
      while (this.#going) this.outcomes.push(await outcomeOf(api, key()));
    });
  }

  /** Waits for this many more answers. */
  async more(count = ENOUGH): Promise<void> {
    const wanted = this.outcomes.length + count;
    await eventually(() => this.outcomes.length >= wanted, { timeoutMs: TEST_MS });
  }

  async end(): Promise<void> {
    this.#going = false;
    await Promise.all(this.#workers);
  }
}

describe('under load at two gateways', () => {
  test('a key that rotates itself drops no request, with the old key or the new one', async () => {
    let { id, key } = await newKey();
    const loads = gateways.map(({ api }) => new Load(api, () => key));
    for (let turn = 0; turn < 3; turn += 1) {
      await Promise.all(loads.map((load) => load.more()));
      ({ id, key } = await post(`/api-keys/${id}/rotate`, key, { overlapSeconds: 60 }));
    }
    await Promise.all(loads.map((load) => load.more()));
    await Promise.all(loads.map((load) => load.end()));
    expect(new Set(loads.flatMap(({ outcomes }) => outcomes))).toEqual(new Set(['ok']));
  });

  test('a key that is revoked is refused by both from then on, and never accepted again', async () => {
    const { id, key } = await newKey();
    const loads = gateways.map(({ api }) => new Load(api, () => key, 1));
    await Promise.all(loads.map((load) => load.more()));
    await post(`/api-keys/${id}/revoke`, stack.merchant.secretKey);
    expect(await outcomeOf(first.api, key)).toBe('api_key_revoked');
    await eventually(() => loads.every(({ outcomes }) => outcomes.at(-1) === 'api_key_revoked'));
    await Promise.all(loads.map((load) => load.more()));
    await Promise.all(loads.map((load) => load.end()));
    for (const { outcomes } of loads) {
      const end = outcomes.indexOf('api_key_revoked');
      expect(new Set(outcomes.slice(0, end))).toEqual(new Set(['ok']));
      expect(new Set(outcomes.slice(end))).toEqual(new Set(['api_key_revoked']));
    }
  });

  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'a gateway that restarts after %s never refuses a valid key',
    async (signal) => {
      const { key } = await newKey();
      const load = new Load(second.api, () => key);
      await load.more();
      await stackProcesses.replaced('gateway-2', signal);
      await eventually(() => load.outcomes.at(-1) === 'ok');
      await load.end();
      const others = new Set(load.outcomes.filter((outcome) => !/^(ok|service_unavailable|E[A-Z]+)$/.test(outcome)));
      expect(others).toEqual(new Set());
    },
  );
});
