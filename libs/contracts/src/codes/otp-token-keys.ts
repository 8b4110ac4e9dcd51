import { SigningKeyRow } from '../kernel/signing-keys.js';
import { tableStreams } from '../kernel/streams.js';
import { readOtpTable } from '../kernel/table-reads.js';
import { defineTable } from '../kernel/tables.js';

/** Public keys of OTP authorization tokens, owned by otp. */
export const otpTokenKeyTable = defineTable({
  type: 'otp-token-key',
  stream: tableStreams.otpTokenKeys,
  row: SigningKeyRow,
  key: (row) => row.kid,
  snapshot: readOtpTable,
});
