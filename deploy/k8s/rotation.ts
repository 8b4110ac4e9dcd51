import { randomBytes } from 'node:crypto';
import { writeJson } from '../local/files.ts';
import { publicKeyOf } from '../local/secrets/key-pair.ts';
import { entryFile, entryNames, itemsOf, ownerOf, readEntry } from './production-secrets.ts';
import type { Entry } from './production-secrets.ts';

/** The steps of a rotation, each followed by a restart of the services whose entries it changed (docs/operations/key-rotation.md). */
export const steps = ['add', 'use', 'drop'] as const;
export type Step = (typeof steps)[number];

/** A key that is in one or more lists: a variable, and the owner where the items of its list name one. */
export interface RotatedKey {
  readonly variable: string;
  readonly owner?: string;
}

const PAIRS = ['MESSAGE_PRIVATE_KEYS', 'MESSAGE_PUBLIC_KEYS'];
const LISTS =
  /^(MESSAGE_KEYS|SEAL_KEYS|\w+_DATA_KEYS|\w+_PEPPER|\w+_INDEX_KEY|SESSION_TOKEN_SECRETS|CHECKOUT_\w*KEYS)$/;

/** Does one step of a rotation in every entry that has the key. Returns the names of the entries that changed. */
export function rotate(folder: string, key: RotatedKey, step: Step): readonly string[] {
  const variables = PAIRS.includes(key.variable) ? PAIRS : [key.variable];
  if (!PAIRS.includes(key.variable) && !LISTS.test(key.variable)) throw new Error(`${key.variable} is no list of keys`);
  if (step === 'drop' && key.variable.endsWith('_DATA_KEYS'))
    throw new Error('keys of data stay in their list: rows are sealed under them');
  const entries = entryNames(folder).map((name) => [name, readEntry(entryFile(folder, name))] as const);
  const lists = entries.flatMap(([, entry]) => variables.map((variable) => own(entry[variable], key)));
  if (lists.every((items) => items.length === 0)) throw new Error(`no entry has a key ${nameOf(key)}`);
  if (step !== 'add' && !agree(lists, key))
    throw new Error(`the entries disagree on ${nameOf(key)}: repeat the step before`);
  const keys = step === 'add' ? newKeys(lists.flat(), key) : undefined;
  const changed = entries.filter(([name, entry]) => {
    const next = variables.reduce((members: Entry, variable) => {
      const list = members[variable];
      if (list === undefined || own(list, key).length === 0) return members;
      return { ...members, [variable]: stepped(list, key, { step, added: keys?.[variable] ?? keys?.['other'] }) };
    }, entry);
    const differs = variables.some((variable) => next[variable] !== entry[variable]);
    if (differs) writeJson(entryFile(folder, name), next);
    return differs;
  });
  return changed.map(([name]) => name);
}

const nameOf = ({ variable, owner }: RotatedKey): string =>
  owner === undefined ? variable : `${variable} of ${owner}`;

function own(list: string | undefined, { owner }: RotatedKey): readonly string[] {
  return itemsOf(list ?? '').filter((item) => ownerOf(item) === owner);
}

/** Keys with ids say themselves which is the newest; of others the order must be the same everywhere. */
function agree(lists: readonly (readonly string[])[], { owner }: RotatedKey): boolean {
  const held = lists.filter((items) => items.length > 0);
  return owner !== undefined || new Set(held.map((items) => items.join())).size <= 1;
}

/** The number in the id of a key with an owner. */
function numberOf(item: string): number {
  return Number((item.split(':')[1] ?? '').replace(/^\D+/, ''));
}

/** One new key, in the forms of its lists: the two halves of a pair differ. */
function newKeys(existing: readonly string[], { variable, owner }: RotatedKey): Readonly<Record<string, string>> {
  const bytes = randomBytes(32).toString('base64');
  if (owner === undefined) return { other: bytes };
  const [prefix = 'k'] = existing.map((item) => (item.split(':')[1] ?? '').replace(/\d+$/, ''));
  const next = Math.max(...existing.map(numberOf)) + 1;
  const name = `${owner}:${prefix}${String(next)}`;
  if (!PAIRS.includes(variable)) return { other: `${name}:${bytes}` };
  return { MESSAGE_PRIVATE_KEYS: `${name}:${bytes}`, MESSAGE_PUBLIC_KEYS: `${name}:${publicKeyOf(bytes)}` };
}

interface Change {
  readonly step: Step;
  /** The new key of step `add`. */
  readonly added: string | undefined;
}

/**
 * The first key of an owner is the one in use: `add` appends, `use` moves the newest to the front, `drop` leaves the first. A step that
 * is repeated for keys with ids changes nothing more.
 */
function stepped(list: string, key: RotatedKey, { step, added }: Change): string {
  const mine = own(list, key);
  const first = itemsOf(list).findIndex((item) => mine.includes(item));
  const others = itemsOf(list).filter((item) => !mine.includes(item));
  const newest =
    key.owner === undefined ? mine.at(-1) : mine.toSorted((one, other) => numberOf(other) - numberOf(one))[0];
  const next =
    step === 'add'
      ? [...mine, added ?? '']
      : step === 'use'
        ? [newest ?? '', ...mine.filter((item) => item !== newest)]
        : mine.slice(0, 1);
  return others.toSpliced(first, 0, ...next).join(',');
}
