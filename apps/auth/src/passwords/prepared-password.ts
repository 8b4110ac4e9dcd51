/**
 * The one form of a password (RFC 8265, OpaqueString): NFC, and each kind of space as the space. Keyboards and systems write the same
 * letters in different code points.
 */
export function preparedPassword(password: string): string {
  return password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC');
}
