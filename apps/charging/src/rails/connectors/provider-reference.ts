import { PROVIDER_REFERENCE } from '@paygate/contracts';

/**
 * The operator's own number of a transaction in an answer of its API: a text, or a whole number. Undefined where the answer has none, or one in
 * another form than the contract's.
 */
export function providerReferenceIn(value: unknown): string | undefined {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && PROVIDER_REFERENCE.test(text) ? text : undefined;
}
