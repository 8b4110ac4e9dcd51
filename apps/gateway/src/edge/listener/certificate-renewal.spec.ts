import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { eventually, ReloadingSecret } from '@paygate/platform';
import { generate } from 'selfsigned';
import { renewCertificate, TLS_OPTIONS } from './certificate-renewal.js';

interface Pair {
  readonly cert: string;
  readonly private: string;
}

/** As in production, longer than a secret is used before its file is looked at: both files are read at each look. */
const LOOK_MS = 1_100;
let folder: string;
let stop: () => void;
let server: ReturnType<typeof createServer>;
let logged: string[];
const [certFile, keyFile] = ['cert.pem', 'key.pem'].map((name) => (): string => join(folder, name));

const pairFor = (name: string): Promise<Pair> => generate([{ name: 'commonName', value: name }], { keyType: 'ec' });
const write = (cert: string, key: string): void => {
  writeFileSync(certFile?.() ?? '', cert);
  writeFileSync(keyFile?.() ?? '', key);
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paygate-certificate-'));
  const first = await pairFor('first');
  write(first.cert, first.private);
  logged = [];
  server = createServer({ ...TLS_OPTIONS, cert: first.cert, key: first.private });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const files = {
    cert: new ReloadingSecret(first.cert, certFile?.()),
    key: new ReloadingSecret(first.private, keyFile?.()),
  };
  const log = (message: string): void => void logged.push(message);
  stop = renewCertificate(server, files, { info: log, warn: log }, LOOK_MS);
});
afterEach(() => {
  stop();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const presented = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.on('error', reject);
  });

it('presents a certificate whose files were replaced to new connections', async () => {
  expect(await presented()).toBe('first');
  const second = await pairFor('second');
  write(second.cert, second.private);
  await eventually(async () => (await presented()) === 'second');
  expect(logged).toEqual(['the certificate was replaced']);
});

it('keeps the last certificate while the files do not fit together, and logs it once', async () => {
  const [second, third] = await Promise.all([pairFor('second'), pairFor('third')]);
  write(second.cert, third.private);
  await eventually(() => logged.length > 0);
  expect(await presented()).toBe('first');
  write(third.cert, third.private);
  await eventually(async () => (await presented()) === 'third');
  expect(logged).toEqual(['the new certificate cannot be used', 'the certificate was replaced']);
});
