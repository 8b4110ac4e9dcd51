import { Buffer } from 'node:buffer';
import type { PaygateEvent } from '@paygate/api-types';
import { verifyServiceSignature } from '@paygate/webhook-signature';
import { refuseUnknown } from '../unknown-options.js';
import type { ConstructEventOptions, RawBody, SignatureHeader } from './delivery.js';
import { checkBody, eventIn, headerIn, ofThisClient, secretsIn } from './delivery.js';

/**
 * Verifies a delivery and returns its event. Recognise repeated deliveries by the `id` of the event.
 * @param body undefined, as where a framework keeps no raw body, is refused like a parsed one
 * @param secret the secret of the endpoint, or several of them during a rotation
 * @throws SignatureVerificationError whose `fault` names the cause
 * @throws TypeError for a secret that is none, an unknown option, and a tolerance that is no finite number ≥ 0
 */
export function constructEvent(
  body: RawBody | undefined,
  signature: SignatureHeader,
  secret: string | readonly string[],
  options: ConstructEventOptions = {},
): PaygateEvent {
  const { toleranceSeconds, ...unknown } = options;
  refuseUnknown('constructEvent', Object.keys(unknown));
  checkBody(body);
  verify(body, headerIn(signature), secretsIn(secret), toleranceSeconds === undefined ? {} : { toleranceSeconds });
  return eventIn(typeof body === 'string' ? body : bufferOf(body).toString('utf8'));
}

/** Every error of this client is a PaygateError. */
function verify(...delivery: Parameters<typeof verifyServiceSignature>): void {
  try {
    verifyServiceSignature(...delivery);
  } catch (error) {
    throw ofThisClient(error);
  }
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
