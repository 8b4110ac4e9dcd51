/**
 * The program of the process that hashes passwords: it takes orders from the one that started it, and ends with it. It works
 * behind everything else on the machine: who signs in can wait for a moment, a payment should not have to.
 */
import { argon2 } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
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

process.on('message', ({ id, parameters }: HashOrder) => {
  isSessionLow ||= lowerSession();
  argon2('argon2id', parameters, (error, tag) => {
    const result: HashResult = error === null ? { id, tag } : { id, fault: error.message };
    process.send?.(result);
  });
});
process.once('disconnect', () => {
  process.exit();
});

/** The kernel may ask to be asked again later. */
function lowerSession(): boolean {
  try {
    writeFileSync(NICE_OF_SESSION, String(NICE));
    return true;
  } catch {
    return false;
  }
}
