import { randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@paygate/contracts';

/** Crockford's base 32: no letter that looks like a digit. Sixteen of them are 80 bits. */
const CHARACTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 16;
const FORM = new RegExp(`^[${CHARACTERS}]{${LENGTH}}$`);

/** New recovery codes, as people write them down. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const text = Array.from({ length: LENGTH }, () => CHARACTERS.charAt(randomInt(CHARACTERS.length))).join('');
    return (text.match(/.{4}/g) ?? []).join('-');
  });
}

/** A code as it is compared: without spaces and hyphens, small letters, look-alikes as the digits that they stand for. */
export function plainCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
}

/** True for a code in the form of {@link plainCode} that may be a recovery code. */
export function isRecoveryCode(plain: string): boolean {
  return FORM.test(plain);
}
