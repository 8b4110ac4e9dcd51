import type { GatewayConfig } from '../config.js';

/** The path at which the gateway serves the docs. */
const DOCS_PATH = '/docs';

/** The address of the docs: the configured one, else that of the gateway itself; relative to the request where its address is not configured. */
export function docsUrlOf({ DOCS_URL, PUBLIC_URL = '' }: GatewayConfig): string {
  return DOCS_URL ?? `${PUBLIC_URL}${DOCS_PATH}`;
}
