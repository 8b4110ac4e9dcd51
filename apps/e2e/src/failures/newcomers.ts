import { randomBytes } from 'node:crypto';

/** A person whom no account knows yet. */
export interface Person {
  readonly phoneNumber: string;
  readonly email: string;
  readonly password: string;
}

/** A person with a number and an address of their own. */
export function newcomer(): Person {
  const name = randomBytes(8).toString('hex');
  const digits = String(randomBytes(4).readUInt32BE() % 1e7).padStart(7, '0');
  return { phoneNumber: `+23765${digits}`, email: `${name}@shop.example`, password: `the password of ${name}` };
}

/** A person who never registers. */
export const NOBODY: Person = newcomer();
/** Another password. */
export const wrong = (password: string): string => `${password}, not`;
/** The password after this one. */
export const later = (password: string): string => `${password}, later`;
