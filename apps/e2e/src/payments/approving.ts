import type { RailControl, StackDatabases } from '@paygate/testing';
import { eventually } from '@paygate/testing';

interface Prompted {
  readonly rail: string;
  readonly reference: string;
}

/** Waits until the operator asks the payer of an intent; returns the name that the operator has for the payment. */
export function prompted(databases: StackDatabases, intentId: string): Promise<Prompted> {
  return eventually(
    async () => {
      const [operation] = await databases.query<Prompted>(
        'charging',
        `SELECT rail, coalesce(rail_token, reference::text) AS reference FROM rail_operation
         WHERE intent_id = $1 AND prompted_at IS NOT NULL`,
        [intentId],
      );
      return operation;
    },
    { intervalMs: 20 },
  );
}

/** Approves a payment, as its payer does on the phone. */
export async function approve(control: RailControl, { rail, reference }: Prompted): Promise<void> {
  await control.post(`payments/${rail}/${reference}/decision`, { verdict: 'approved' });
}
