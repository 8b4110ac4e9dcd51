import type { SecureContextOptions, Server } from 'node:tls';
import type { Logger, Secret } from '@paygate/platform';
import { reasonOf } from '@paygate/platform';

/** TLS settings of the edge besides its certificate. */
export const TLS_OPTIONS = { minVersion: 'TLSv1.2' } as const satisfies SecureContextOptions;

/** The longest time between the replacement of its files and the use of a certificate. Milliseconds. */
const LOOK_EVERY_MS = 5_000;

export interface CertificateFiles {
  /** The chain, PEM. */
  readonly cert: Secret;
  readonly key: Secret;
}

/**
 * Uses a new certificate for new connections when its files have been replaced. Files that do not fit together leave the last one in
 * use: they may be in mid-replacement. Returns the function that ends it.
 */
export function renewCertificate(
  server: Pick<Server, 'setSecureContext'>,
  { cert, key }: CertificateFiles,
  logger: Pick<Logger, 'info' | 'warn'>,
  everyMs = LOOK_EVERY_MS,
): () => void {
  const read = (): SecureContextOptions => ({ ...TLS_OPTIONS, cert: cert.reveal(), key: key.reveal() });
  let used = read();
  let refused: SecureContextOptions | undefined;
  const timer = setInterval(() => {
    const found = read();
    if (isSame(found, used) || isSame(found, refused)) return;
    try {
      server.setSecureContext(found);
      used = found;
      logger.info('the certificate was replaced');
    } catch (error) {
      refused = found;
      logger.warn('the new certificate cannot be used', { reason: reasonOf(error) });
    }
  }, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}

function isSame(one: SecureContextOptions, other: SecureContextOptions | undefined): boolean {
  return one.cert === other?.cert && one.key === other?.key;
}
