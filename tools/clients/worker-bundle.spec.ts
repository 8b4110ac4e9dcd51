import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { signDelivery } from '@paygate/webhook-signature';
import { build } from 'esbuild';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const payload = '{"id":"evt_1","type":"payment.completed","data":{"note":"é"}}';

test('[8.4] a bundle of @paygate/node/webhooks imports no module of Node.js, and verifies where there is none of its globals', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: ['libs/sdk-node/src/webhooks/index.ts'],
    ...{ bundle: true, format: 'iife', globalName: 'paygate', platform: 'neutral', write: false, metafile: true },
    external: ['node:*'],
  });
  expect(Object.values(metafile.outputs).flatMap((output) => output.imports)).toEqual([]);
  const { crypto, TextEncoder, TextDecoder } = globalThis;
  const worker = { crypto, TextEncoder, TextDecoder, Uint8Array, ArrayBuffer };
  const bundled = runInNewContext(`${outputFiles[0]?.text ?? ''}\npaygate`, worker) as {
    readonly verifyWebhook: (secret: string, body: string, headers: object) => Promise<object>;
  };
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  const headers = signDelivery({ id: 'evt_1', timestampSeconds, body: payload }, [secret]);
  expect(await bundled.verifyWebhook(secret, payload, headers)).toMatchObject({ id: 'evt_1' });
});
