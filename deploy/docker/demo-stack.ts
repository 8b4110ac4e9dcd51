import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoFragment } from '../local/stack/demo.ts';
import { writeJson } from '../local/files.ts';

const { SEED_FILE = '', GATEWAY_URL = '', GATEWAY_CA = '', INBOX_URL = '', RECEIVER_URL = '' } = process.env;

/** Writes a stack.json of the stack in containers, as seen from inside its networks, with what `more` adds. Returns its path. */
export function writeStackFile(more: Readonly<Record<string, unknown>> = {}): string {
  const file = join(tmpdir(), 'stack.json');
  writeJson(file, {
    gateway: { url: GATEWAY_URL, ca: GATEWAY_CA },
    inbox: { url: INBOX_URL },
    ...demoFragment(SEED_FILE, { gatewayUrl: GATEWAY_URL, receiverUrl: RECEIVER_URL }),
    ...more,
  });
  return file;
}
