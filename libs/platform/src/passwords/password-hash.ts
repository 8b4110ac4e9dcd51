/** The cost of an argon2 computation: memory in KiB, passes, lanes. */
export interface HashCost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

/** An argon2id (version 1.3) hash, as its PHC string states it. */
export interface PasswordHash {
  readonly cost: HashCost;
  readonly salt: Uint8Array;
  readonly tag: Uint8Array;
}

/**
 * The one cost at which passwords are hashed (OWASP: 19 MiB, two passes, one lane). An imported hash must have it too:
 * if the costs differed, the time of an answer would reveal whether a number is known.
 */
export const passwordCost: HashCost = { memoryKib: 19_456, passes: 2, lanes: 1 };
export const SALT_BYTES = 16;
export const TAG_BYTES = 32;
const LONGEST_SALT_BYTES = 64;

const PHC =
  /^\$argon2id\$v=19\$m=([1-9][0-9]{0,9}),t=([1-9][0-9]{0,9}),p=([1-9][0-9]{0,9})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Reads a PHC string; undefined when it is not one of argon2id at {@link passwordCost}. */
export function parsePasswordHash(phc: string): PasswordHash | undefined {
  const match = PHC.exec(phc);
  if (match === null) return undefined;
  const [, memory, passes, lanes, saltText = '', tagText = ''] = match;
  const cost = { memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) };
  const salt = fromBase64(saltText);
  const tag = fromBase64(tagText);
  if (salt === undefined || salt.length < SALT_BYTES || salt.length > LONGEST_SALT_BYTES) return undefined;
  if (tag?.length !== TAG_BYTES || !sameCost(cost, passwordCost)) return undefined;
  return { cost, salt, tag };
}

/** Prints the PHC string. */
export function printPasswordHash({ cost, salt, tag }: PasswordHash): string {
  return `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=${cost.lanes}$${toBase64(salt)}$${toBase64(tag)}`;
}

function sameCost(a: HashCost, b: HashCost): boolean {
  return a.memoryKib === b.memoryKib && a.passes === b.passes && a.lanes === b.lanes;
}

/** PHC strings carry base64 without padding, in the one spelling that exists for the bytes. */
function fromBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  return toBase64(bytes) === text ? bytes : undefined;
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '');
}
