import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { afterAll } from '@jest/globals';
import { Paygate } from '@paygate/node';
import { readStack } from '@paygate/testing';
import type { Stack } from '@paygate/testing';

/** The stack, whose certificate this process trusts from now on, and whose address the server client finds in the environment of a file. */
export function trustedStack(): Stack {
  const stack = readStack();
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(stack.gateway.ca, 'utf8')]);
  process.env['PAYGATE_BASE_URL'] = stack.gateway.url;
  afterAll(() => {
    delete process.env['PAYGATE_BASE_URL'];
  });
  return stack;
}

/** The demo merchant's client, made with no other option than the specification shows. */
export function demoServer({ merchant }: Stack): Paygate {
  return new Paygate({ secretKey: merchant.secretKey });
}
