import { eventually } from '@paygate/testing';
import { SharedBuckets } from '../rate-limits/shared-buckets.js';
import { apiKeyRows, GatewayWithDoubles } from './bus-doubles.js';
import type { Answer } from './gateway-under-test.js';
import { GatewayUnderTest, newApiKey } from './gateway-under-test.js';

/** Two gateways under the same limits, whose buckets are in one real Redis, under a prefix of their own. */
export class LimitedGateways {
  private constructor(
    /** Their settings: what is limited, and the prefix. */
    readonly settings: Readonly<Record<string, string>> & { readonly TOPIC_PREFIX: string },
    private readonly gateways: readonly GatewayUnderTest[],
  ) {}

  static async start(limits: Readonly<Record<string, string>>): Promise<LimitedGateways> {
    const settings = {
      ...limits,
      TOPIC_PREFIX: `t${Date.now().toString(36)}`,
      TRUSTED_PROXIES: '127.0.0.1',
      TEST_MODE: 'true',
    };
    const gateways = await Promise.all([1, 2].map(() => GatewayUnderTest.start(GatewayWithDoubles, settings)));
    await eventually(() => gateways.every((gateway) => gateway.get(SharedBuckets).isThere));
    return new LimitedGateways(settings, gateways);
  }

  /** Every gateway in turn. */
  at(index: number): GatewayUnderTest {
    const gateway = this.gateways[index % this.gateways.length];
    if (gateway === undefined) throw new Error('no gateway was started');
    return gateway;
  }

  async stop(): Promise<void> {
    await Promise.all(this.gateways.map((gateway) => gateway.stop()));
  }
}

/** A new key that gateways know. */
export function knownKey(more: Parameters<typeof newApiKey>[0] = {}): string {
  const { key, row } = newApiKey(more);
  apiKeyRows.put(row.apiKeyId, row);
  return key;
}

/** The status of an answer, and the limit that it tells of. */
export const told = ({ status, headers }: Answer): string =>
  `${status} ${/^"([a-z-]+)"/.exec(String(headers['ratelimit-policy']))?.[1]}`;

export const countOf = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;
