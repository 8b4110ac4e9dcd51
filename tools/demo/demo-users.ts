import { importUsers, topUpWallet } from '@paygate/contracts';
import { hashPassword, newId } from '@paygate/platform';
import type { Operator } from '../operator/operator.js';
import { accepted } from '../operator/operator.js';

/** A user who can sign in and pay. */
export interface DemoUser {
  readonly id: string;
  readonly phoneNumber: string;
  readonly password: string;
  /** XAF in the wallet when it was created. */
  readonly walletBalance: string;
}

const MODE = 'test' as const;
const IMPORT_ROWS = 500;
const TOP_UPS_AT_ONCE = 256;
/** Enough for thousands of payments. */
const FUNDED_XAF = '100000000';

/** Test numbers of MTN: the last two digits determine the wallet, and what the rail simulator does. …01 is funded, …10 is empty. */
const fundedNumber = (index: number): string => `+23767${String(index).padStart(5, '0')}01`;
const EMPTY_NUMBER = '+237670000010';

/** The users that exist, and the password of all demo users. */
export interface KnownUsers {
  readonly users: readonly DemoUser[];
  readonly userPassword: string;
}

/** Creates missing demo users: `count` funded ones, and one whose wallet is empty; none when `count` is 0. */
export async function createDemoUsers(
  operator: Operator,
  count: number,
  { users: known, userPassword: password }: KnownUsers,
): Promise<readonly DemoUser[]> {
  if (count === 0) return known;
  const numbers = [
    fundedNumber(0),
    EMPTY_NUMBER,
    ...Array.from({ length: Math.max(0, count - 1) }, (_, index) => fundedNumber(index + 1)),
  ];
  const missing = numbers.slice(known.length);
  if (missing.length === 0) return known;
  // all users share one hash, because thousands of hashes would take minutes
  const ids = await importAll(operator, missing, await hashPassword(password));
  const made = missing.map((phoneNumber, index) => ({
    id: ids[index] ?? '',
    phoneNumber,
    password,
    walletBalance: phoneNumber === EMPTY_NUMBER ? '0' : FUNDED_XAF,
  }));
  await inGroups(
    made.filter(({ walletBalance }) => walletBalance !== '0'),
    TOP_UPS_AT_ONCE,
    (group) => Promise.all(group.map((user) => fund(operator, user))),
  );
  return [...known, ...made];
}

async function importAll(
  { send, seal }: Operator,
  phoneNumbers: readonly string[],
  passwordHash: string,
): Promise<readonly string[]> {
  const answers = await inGroups(phoneNumbers, IMPORT_ROWS, async (group) =>
    accepted(
      await send(importUsers, {
        mode: MODE,
        users: group.map((phoneNumber) => ({
          userId: newId('user'),
          phoneNumber: seal('auth', phoneNumber, 'import-users.phone'),
          email: seal('auth', `${phoneNumber.slice(1)}@customers.example`, 'import-users.email'),
          passwordHash,
        })),
      }),
    ),
  );
  return answers.flatMap(({ userIds }) => userIds);
}

/** The id of the top-up is derived from the user's, so that a repeated top-up has no second effect. */
async function fund({ send }: Operator, { id, walletBalance }: DemoUser): Promise<void> {
  accepted(
    await send(topUpWallet, {
      topUpId: id.replace(/^usr_/, 'tu_'),
      userId: id,
      mode: MODE,
      currency: 'XAF' as const,
      amount: walletBalance,
    }),
  );
}

async function inGroups<Item, Result>(
  items: readonly Item[],
  size: number,
  run: (group: readonly Item[]) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += size) results.push(await run(items.slice(start, start + size)));
  return results;
}
