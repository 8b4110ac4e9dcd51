/**
 * The program of the process that hashes passwords: it takes orders from the one that started it, and ends with it. It works
 * behind everything else on the machine: who signs in can wait for a moment, a payment should not have to.
 */
import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { hashRaw } from '@node-rs/argon2';
import type { HashOrder, HashResult } from './hash-process.js';

/**
 * Far below the service that starts it, whose own value may be any: what wakes up for a payment does not wait for a hash. On
 * a machine that is used up sign-ins go on, slowly: a thirtieth of a core is left to them.
 */
const NICE = Math.min(getPriority() + 15, 19);
/** Linux may share the processor between sessions before it looks at priorities within one; elsewhere there is no such file. */
const NICE_OF_SESSION = '/proc/self/autogroup';

// threads that are made later, as those that hash are, have the priority of this one
setPriority(NICE);
let isSessionLow = false;

process.on('message', ({ id, derivation }: HashOrder) => {
  isSessionLow ||= lowerSession();
  argon2id(derivation).then(
    (tag) => {
      answer({ id, tag });
    },
    (error: unknown) => {
      answer({ id, fault: error instanceof Error ? error.message : 'no error' });
    },
  );
});
process.once('disconnect', () => {
  process.exit();
});

/** Version 1.3, by an implementation that needs a third of the processor that OpenSSL's takes (docs/adr/0026-fast-hashes.md). */
function argon2id({
  message,
  nonce,
  memory,
  passes,
  parallelism,
  tagLength,
}: HashOrder['derivation']): Promise<Buffer> {
  return hashRaw(message, { salt: nonce, memoryCost: memory, timeCost: passes, parallelism, outputLen: tagLength });
}

function answer(result: HashResult): void {
  process.send?.(result);
}

/** The kernel may ask to be asked again later. */
function lowerSession(): boolean {
  try {
    writeFileSync(NICE_OF_SESSION, String(NICE));
    return true;
  } catch {
    return false;
  }
}
