import { describe, expect, test } from '@jest/globals';
import { parsePasswordHash, passwordCost, printPasswordHash } from './password-hash.js';

const salt = Buffer.alloc(16, 7);
const tag = Buffer.alloc(32, 9);
const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
const phc = `$argon2id$v=19$m=19456,t=2,p=1$${base64(salt)}$${base64(tag)}`;

describe('a password hash', () => {
  test('is read from its PHC string and printed to the same', () => {
    const hash = parsePasswordHash(phc);
    expect(hash).toEqual({ cost: passwordCost, salt, tag });
    expect(hash === undefined ? undefined : printPasswordHash(hash)).toBe(phc);
  });

  test.each([
    ['another algorithm', phc.replace('argon2id', 'argon2i')],
    ['another version', phc.replace('v=19', 'v=16')],
    ['less memory', phc.replace('m=19456', 'm=4096')],
    ['more memory', phc.replace('m=19456', 'm=4194304')],
    ['more passes', phc.replace('t=2', 't=3')],
    ['more lanes', phc.replace('p=1', 'p=2')],
    ['a number in another spelling', phc.replace('t=2', 't=02')],
    ['a short salt', phc.replace(base64(salt), base64(Buffer.alloc(8)))],
    ['a long salt', phc.replace(base64(salt), base64(Buffer.alloc(65)))],
    ['a short tag', phc.replace(base64(tag), base64(Buffer.alloc(16)))],
    ['loose bits at the end of its base64', `${phc.slice(0, -1)}l`],
    ['padding', `${phc}=`],
    ['nothing', ''],
  ])('is refused with %s', (_name, text) => {
    expect(text).not.toBe(phc);
    expect(parsePasswordHash(text)).toBeUndefined();
  });
});
