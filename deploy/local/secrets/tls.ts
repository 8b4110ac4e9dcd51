import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { writeAtomically } from '../files.ts';
import type { StackPaths } from '../paths.ts';

const DAY_MS = 86_400_000;
const VALID_DAYS = 365;
const RENEW_DAYS = 30;

export interface TlsFiles {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** A certificate for localhost and `names`, signed by an authority whose private key is not stored. */
export async function ensureTls(paths: Pick<StackPaths, 'tls'>, names: readonly string[] = []): Promise<TlsFiles> {
  const files = { ca: join(paths.tls, 'ca.pem'), cert: join(paths.tls, 'cert.pem'), key: join(paths.tls, 'key.pem') };
  if (isUsable(files)) return files;
  const lifetime = {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    // clocks of clients may be behind
    notBeforeDate: new Date(Date.now() - DAY_MS),
    notAfterDate: new Date(Date.now() + VALID_DAYS * DAY_MS),
  } as const;
  const authority = await generate([{ name: 'commonName', value: 'Paygate local authority' }], {
    ...lifetime,
    extensions: [
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const server = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...lifetime,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...['localhost', ...names].map((value) => ({ type: 2 as const, value })),
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  });
  writeAtomically(files.key, server.private);
  writeAtomically(files.ca, authority.cert, 0o644);
  // written last: its presence means that the other two are complete
  writeAtomically(files.cert, server.cert, 0o644);
  return files;
}

function isUsable(files: TlsFiles): boolean {
  if (!Object.values(files).every((path: string) => existsSync(path))) return false;
  try {
    const [cert, ca] = [new X509Certificate(readFileSync(files.cert)), new X509Certificate(readFileSync(files.ca))];
    return cert.validToDate.getTime() > Date.now() + RENEW_DAYS * DAY_MS && cert.verify(ca.publicKey);
  } catch {
    return false;
  }
}
