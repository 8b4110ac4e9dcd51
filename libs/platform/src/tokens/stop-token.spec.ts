import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newId } from '../crypto/ids.js';
import { readStopToken, stopTokenOf } from './stop-token.js';

const pepper = createSecretKey(randomBytes(32));
const stopped = { merchantId: newId('merchant'), memberId: newId('member'), kind: 'endpoint_failing' };

test('[12.32] a stop token names what it stops, and a query holds it as it is', () => {
  const token = stopTokenOf(pepper, stopped);
  expect(readStopToken(pepper, token)).toEqual(stopped);
  expect(encodeURIComponent(token)).toBe(token);
  expect(token.length).toBeLessThanOrEqual(150);
});

test('[12.32] nobody makes a stop token of another member or kind, or without the pepper', () => {
  const token = stopTokenOf(pepper, stopped);
  const proof = token.split('.').at(-1) ?? '';
  const others = [{ memberId: newId('member') }, { kind: 'payment' }, { merchantId: newId('merchant') }];
  for (const other of others) {
    const { merchantId, memberId, kind } = { ...stopped, ...other };
    expect(readStopToken(pepper, [merchantId, memberId, kind, proof].join('.'))).toBeUndefined();
  }
  for (const text of ['', '...', proof, `${token}.`, token.slice(0, -1), `${token}A`, token.replaceAll('.', '')])
    expect(readStopToken(pepper, text)).toBeUndefined();
  expect(readStopToken(createSecretKey(randomBytes(32)), token)).toBeUndefined();
});
