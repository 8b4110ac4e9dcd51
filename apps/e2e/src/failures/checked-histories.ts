import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stackFolder } from '@paygate/testing';

const run = promisify(execFile);
/** The exit code of the checker when it has found faults. */
const FOUND = 1;
const FAULT = '✗ ';

/** Looks for the histories of these payments among those of the model. One sentence for each that the model does not allow: docs/model/README.md. */
export async function impossibleAmong(intentIds: readonly string[]): Promise<readonly string[]> {
  const args = ['--stack', join(stackFolder(), 'stack.json'), '--intents', intentIds.join(',')];
  const { stdout } = await run(process.execPath, ['dist/tools/histories/main.js', ...args]).catch(ofFaults);
  if (!new RegExp(`^${intentIds.length} payments, `, 'm').test(stdout)) throw new Error(stdout);
  const lines = stdout.split('\n').filter((line) => line.startsWith(FAULT));
  return lines.map((line) => line.slice(FAULT.length));
}

function ofFaults(error: unknown): { readonly stdout: string } {
  const { code, stdout } = Object(error) as { readonly code?: unknown; readonly stdout?: unknown };
  if (code === FOUND && typeof stdout === 'string') return { stdout };
  throw error;
}
