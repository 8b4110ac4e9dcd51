import type { ActCommand, MerchantAction } from '@paygate/contracts';
import { actedInWebhooks, merchantActed } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';

/** Publishes what a command did, for the audit trail, when the transaction commits. */
export function emitAct(
  tx: Transaction,
  command: Received<ActCommand['payload']>,
  action: MerchantAction,
  subject: string,
): void {
  const { id: causationId, requestId } = command;
  tx.emit(actedInWebhooks, merchantActed(command, action, subject), { requestId, causationId });
}
