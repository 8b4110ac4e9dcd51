import { createECDH } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { PushBrowser } from '@paygate/testing';
import ece from 'http_ece';
import { encryptPush, isPoint, PUSH_TEXT_MAX_BYTES } from './encrypt-push.js';

/* The example of RFC 8291, appendix A. */
const TEXT = 'When I grow up, I want to be a watermelon';
const SERVER_KEY = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw';
const BROWSER_KEY = 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94';
const SALT = 'DGv6ra1nlYgDCS1FRnbzlw';
const SECRET = 'BTBZMqHH6r4Tts7J_aSIgg';
const BODY =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
const keysOf = (browser: PushBrowser) => ({ p256dh: bytes(browser.p256dh), auth: bytes(browser.auth) });

describe('a push message', () => {
  const browser = PushBrowser.of(BROWSER_KEY, SECRET);

  test('is that of the RFC, byte for byte', () => {
    const keys = createECDH('prime256v1');
    keys.setPrivateKey(SERVER_KEY, 'base64url');
    expect(encryptPush(TEXT, keysOf(browser), { keys, salt: bytes(SALT) }).toString('base64url')).toBe(BODY);
  });

  test('of the RFC is opened by the suite', () => {
    expect(browser.open(bytes(BODY))).toBe(TEXT);
  });

  test.each(['', 'Payé : 5 000 FCFA', 'é'.repeat(PUSH_TEXT_MAX_BYTES / 2 - 1)])(
    'is opened by another implementation',
    (text) => {
      const other = createECDH('prime256v1');
      other.setPrivateKey(BROWSER_KEY, 'base64url');
      const body = encryptPush(text, keysOf(browser));
      const opened = ece.decrypt(body, { version: 'aes128gcm', privateKey: other, authSecret: SECRET });
      expect(opened.toString('utf8')).toBe(text);
      expect(browser.open(body)).toBe(text);
    },
  );

  test('has a key and a salt of its own, so that two of one text have nothing in common', () => {
    const [first, second] = [0, 1].map(() => encryptPush(TEXT, keysOf(browser)));
    for (const [from, to] of [
      [0, 16],
      [21, 86],
      [86, undefined],
    ] as const)
      expect(first?.subarray(from, to)).not.toEqual(second?.subarray(from, to));
  });

  test('is one record of 4,096 bytes at most, and a longer text is refused', () => {
    expect(encryptPush('x'.repeat(PUSH_TEXT_MAX_BYTES), keysOf(browser))).toHaveLength(4_096);
    expect(() => encryptPush('x'.repeat(PUSH_TEXT_MAX_BYTES + 1), keysOf(browser))).toThrow('too long');
  });

  test('is opened by nobody else, and not when a byte has changed', () => {
    const body = encryptPush(TEXT, keysOf(browser));
    expect(() => PushBrowser.fresh().open(body)).toThrow();
    expect(() => PushBrowser.of(BROWSER_KEY, PushBrowser.fresh().auth).open(body)).toThrow();
    body.writeUInt8(body.readUInt8(100) ^ 1, 100);
    expect(() => browser.open(body)).toThrow();
  });
});

test.each([
  [PushBrowser.fresh().p256dh, true],
  [Buffer.alloc(65, 4).toString('base64url'), false],
  [PushBrowser.fresh().auth, false],
])('%s is a point of the curve: %s', (point, expected) => {
  expect(isPoint(bytes(point))).toBe(expected);
});
