import { createHash } from 'node:crypto';
import { idOfBytes, uuidOfId } from '@paygate/platform';

const TIME_BYTES = 6;

/**
 * The id of a merchant's event about a change that concerns many merchants: the time of the change's id, and else what follows from both. So it is the same
 * each time that the change is delivered, another one for each merchant, and in the order of events.
 */
export function eventIdOfMerchant(changeId: string, merchantId: string): string {
  const change = Buffer.from(uuidOfId('event', changeId).replaceAll('-', ''), 'hex');
  const bytes = createHash('sha256').update(`${changeId}/${merchantId}`).digest().subarray(0, change.length);
  change.copy(bytes, 0, 0, TIME_BYTES);
  // version 7 of RFC 9562
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return idOfBytes('event', bytes);
}
