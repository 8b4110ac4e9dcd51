/** Makes the demo payment on the compose stack, from inside its networks. Exits with the payment's exit code. */
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoFragment } from '../local/demo.ts';
import { writeJson } from '../local/files.ts';

const { SEED_FILE = '', GATEWAY_URL = '', GATEWAY_CA = '', INBOX_URL = '', RECEIVER_URL = '' } = process.env;

const stackFile = join(tmpdir(), 'stack.json');
writeJson(stackFile, {
  gateway: { url: GATEWAY_URL, ca: GATEWAY_CA },
  inbox: { url: INBOX_URL },
  ...demoFragment(SEED_FILE, RECEIVER_URL),
});
const payment = spawnSync(process.execPath, ['--enable-source-maps', 'dist/tools/demo/first-payment.js'], {
  stdio: 'inherit',
  env: { ...process.env, PAYGATE_STACK_FILE: stackFile },
});
process.exitCode = payment.status ?? 1;
