import { answersOk, until } from '../stack/own-stack.js';
import type { Target } from './load/raw-http.js';
import type { Sibling, Starter } from './sibling.js';
import { freePort } from './sibling.js';

const READY_MS = 60_000;
/** What a gateway that speaks plain HTTP does without. */
export const TLS_SETTINGS = ['TLS_CERT', 'TLS_CERT_FILE', 'TLS_KEY', 'TLS_KEY_FILE'];

export interface PlainGateway {
  readonly gateway: Sibling;
  readonly target: Target;
}

/**
 * A second gateway that speaks plain HTTP, as behind a proxy that ends TLS, and believes what that says of addresses.
 * `without`: settings of the first that it does not get.
 */
export async function startPlainGateway(start: Starter, without: readonly string[] = []): Promise<PlainGateway> {
  const [port, health] = [await freePort(), await freePort()];
  const gateway = start('gateway', {
    name: 'bench-gateway',
    program: 'services/gateway/main.js',
    env: edgeEnvironment(port, health),
    without: [...TLS_SETTINGS, ...without],
  });
  await until('the gateway of the bench serves', READY_MS, () => answersOk(`http://127.0.0.1:${health}/readyz`));
  return { gateway, target: { port } };
}

/** Of what stands beside the gateway. */
export function edgeEnvironment(port: number, health: number): Record<string, string> {
  return { PORT: String(port), HEALTH_PORT: String(health), TRUSTED_PROXIES: '127.0.0.1' };
}
