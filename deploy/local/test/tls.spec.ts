import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkServerIdentity, connect, createServer } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { stackPaths } from '../paths.ts';
import { ensureTls } from '../secrets/tls.ts';
import type { TlsFiles } from '../secrets/tls.ts';

describe('the certificate of the gateway', () => {
  let root: string;
  let files: TlsFiles;
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'paygate-tls-'));
    files = await ensureTls(stackPaths(root), ['gateway']);
  });
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  it.each(['localhost', '127.0.0.1', '::1', 'gateway'])(
    'is trusted for %s by a client that trusts its authority',
    async (name) => {
      const server = createServer({ cert: readFileSync(files.cert), key: readFileSync(files.key) });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const authorized = await new Promise<boolean>((resolve, reject) => {
        const socket = connect({
          port,
          host: '127.0.0.1',
          ca: readFileSync(files.ca),
          checkServerIdentity: (_host, certificate) => checkServerIdentity(name, certificate),
        });
        socket.once('error', reject);
        socket.once('secureConnect', () => {
          resolve(socket.authorized);
          socket.destroy();
        });
      });
      server.close();
      expect(authorized).toBe(true);
    },
  );

  it('has a private key file, is kept while it is valid, and is replaced when it is damaged', async () => {
    expect(statSync(files.key).mode & 0o777).toBe(0o600);
    const first = readFileSync(files.cert, 'utf8');
    await ensureTls(stackPaths(root));
    expect(readFileSync(files.cert, 'utf8')).toBe(first);
    writeFileSync(files.cert, 'cut sh');
    await ensureTls(stackPaths(root));
    expect(readFileSync(files.cert, 'utf8')).toContain('BEGIN CERTIFICATE');
  });
});
