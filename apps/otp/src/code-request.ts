import type { InitOtp } from '@paygate/contracts';
import type { BoundPayment } from './challenges.repository.js';
import type { Scope } from './scope.js';

/** The wish for a code, with what other services say about it. */
export interface CodeRequest {
  readonly command: InitOtp;
  /** Id of the command: when it comes again, it is answered and not executed. */
  readonly commandId: string;
  readonly requestId: string;
  readonly scope: Scope;
  /** Absent when the code is for any one payment at the merchant. */
  readonly payment: BoundPayment | null;
  /** The destination on file; absent for a user who does not exist or has none. */
  readonly destination: string | undefined;
  /** False for a user who may not confirm this intent: all that can be seen is the same, and nothing is sent. */
  readonly mayConfirm: boolean;
}
