/**
 * The program of the process that hashes passwords: it takes orders from the one that started it, and ends with it. It works
 * behind everything else on the machine: who signs in can wait for a moment, a payment should not have to.
 */
import { readdirSync, writeFileSync } from 'node:fs';
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

/** The longest time slice that the kernel gives. */
const SLICE_NS = 100_000_000n;
/** The number of sched_setattr(2) on the processors that there are binaries for. */
const SCHED_SETATTR: Partial<Record<NodeJS.Architecture, number>> = { x64: 314, arm64: 274 };
/** `struct sched_attr` in its first version, and where `sched_flags`, `sched_nice` and `sched_runtime` stand in it. */
const [ATTRIBUTES_BYTES, FLAGS_AT, NICE_AT, RUNTIME_AT] = [48, 8, 16, 24];
const SCHED_FLAG_KEEP_POLICY = 0x08n;

// threads that are made later, as those that hash are, have the priority of this one
setPriority(NICE);
// a hash is computed also where nobody can wish for this, or no binary is there to say so
giveWay().catch(() => undefined);
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

/**
 * Wishes for long time slices (docs/adr/0028-hashes-in-long-slices.md): a thread that wakes up elsewhere takes the processor at
 * once from those of this process, and not when they have had theirs. Linux before 6.12 and other systems know no such wish.
 */
async function giveWay(): Promise<void> {
  const number = process.platform === 'linux' ? SCHED_SETATTR[process.arch] : undefined;
  if (number === undefined) return;
  const attributes = Buffer.alloc(ATTRIBUTES_BYTES);
  attributes.writeUInt32LE(ATTRIBUTES_BYTES, 0);
  attributes.writeBigUInt64LE(SCHED_FLAG_KEEP_POLICY, FLAGS_AT);
  attributes.writeInt32LE(NICE, NICE_AT);
  attributes.writeBigUInt64LE(SLICE_NS, RUNTIME_AT);
  const { default: koffi } = await import('koffi');
  const libc = koffi.load(null);
  const syscall = libc.func('long syscall(long number, long thread, const uint8_t *attributes, long flags)');
  for (const thread of readdirSync('/proc/self/task')) syscall(number, Number(thread), attributes, 0);
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
