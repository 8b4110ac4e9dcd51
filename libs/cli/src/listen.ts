import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { generateWebhookSecret } from '@paygate/webhook-signature';
import type { ListedEvent } from './events-api.js';
import { EventsApi } from './events-api.js';
import { postSigned } from './post-signed.js';

export interface ListenOptions {
  readonly apiBase: string;
  readonly secretKey: string;
  readonly forwardTo: URL;
  /** Holds the id of the last event that was forwarded. */
  readonly cursorFile: string;
  /** Signs what is forwarded; a new one when absent. */
  readonly secret: string | undefined;
  readonly signal: AbortSignal;
}

const CURSOR = /^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
/** After an answer without events that the API did not wait for. */
const PAUSE_MS = 500;

/**
 * Forwards events to a URL on this machine, in their order, from the cursor of the last run or else from now on. The cursor moves
 * after the answer, so that an event is sent again rather than left out when this process ends in between. Each is sent once,
 * whatever the answer is.
 */
export async function listen({
  apiBase,
  secretKey,
  forwardTo,
  cursorFile,
  signal,
  ...given
}: ListenOptions): Promise<void> {
  const secret = given.secret ?? generateWebhookSecret();
  const api = new EventsApi(apiBase, secretKey, signal);
  checkWritable(cursorFile);
  try {
    let cursor = readCursor(cursorFile) ?? (await api.newest())?.id;
    console.log(`Forwarding events ${cursor === undefined ? '' : `after ${cursor} `}to ${forwardTo.href}`);
    console.log(`They are signed with ${given.secret === undefined ? `the secret ${secret}` : 'your secret'}`);
    while (!signal.aborted) cursor = await forwardNext(api, cursor, { forwardTo, cursorFile, secret, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Forwards the events after the cursor. @returns the new cursor */
async function forwardNext(
  api: EventsApi,
  cursor: string | undefined,
  {
    forwardTo,
    cursorFile,
    secret,
    signal,
  }: Pick<ListenOptions, 'forwardTo' | 'cursorFile' | 'signal'> & { readonly secret: string },
): Promise<string | undefined> {
  const events = await api.after(cursor);
  if (events.length === 0) await delay(PAUSE_MS, undefined, { signal });
  for (const event of events) {
    signal.throwIfAborted();
    await forward(api, event, { forwardTo, secret });
    writeCursor(cursorFile, event.id);
  }
  return events.at(-1)?.id ?? cursor;
}

async function forward(
  api: EventsApi,
  { id, type }: ListedEvent,
  { forwardTo, secret }: { readonly forwardTo: URL; readonly secret: string },
): Promise<void> {
  const body = await api.body(id);
  const answer = await postSigned(forwardTo, { id, body, secrets: [secret] });
  const result =
    answer.status === undefined ? `no answer: ${answer.error}` : `${answer.status} in ${answer.latencyMs} ms`;
  console.log(`${new Date().toISOString()}  ${type}  ${id}  ${result}`);
}

function readCursor(file: string): string | undefined {
  try {
    const cursor = readFileSync(file, 'utf8').trim();
    if (CURSOR.test(cursor)) return cursor;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  throw new Error(`${file} does not hold the id of an event. Delete it to begin with the next event.`);
}

/** Throws before the first event when the cursor could not be kept after it. */
function checkWritable(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, '');
    rmSync(`${file}.new`);
  } catch (cause) {
    throw new Error(`The cursor cannot be written: ${(cause as Error).message}`, { cause });
  }
}

/** A rename replaces the file as a whole, so that a crash leaves the old cursor or the new one. */
function writeCursor(file: string, cursor: string): void {
  writeFileSync(`${file}.new`, `${cursor}\n`);
  renameSync(`${file}.new`, file);
}
