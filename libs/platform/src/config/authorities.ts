import type { Secret } from './secret.js';

/** In the form of Node's TLS options. */
export interface TrustedAuthorities {
  readonly ca: string | undefined;
}

/** The authorities whose certificates a client accepts; those that Node knows when there are none. Clients read them for each connection. */
export function authoritiesOf(certificates: Secret | undefined): TrustedAuthorities {
  return {
    get ca() {
      return certificates?.reveal();
    },
  };
}

/** The TLS options of a Redis client, which a `rediss://` URL alone asks for. */
export function redisTls(config: { readonly REDIS_URL: Secret; readonly REDIS_CA?: Secret }): {
  readonly tls?: TrustedAuthorities;
} {
  return config.REDIS_URL.reveal().startsWith('rediss:') ? { tls: authoritiesOf(config.REDIS_CA) } : {};
}
