/** Makes the demo payment on a stack in containers, from inside its networks. Exits with the payment's exit code. */
import { spawnSync } from 'node:child_process';
import { writeStackFile } from './demo-stack.ts';

const payment = spawnSync(process.execPath, ['--enable-source-maps', 'dist/tools/demo/first-payment.js'], {
  stdio: 'inherit',
  env: { ...process.env, PAYGATE_STACK_FILE: writeStackFile() },
});
process.exitCode = payment.status ?? 1;
