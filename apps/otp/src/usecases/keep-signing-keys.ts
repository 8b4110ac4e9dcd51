import { Injectable } from '@nestjs/common';
import { otpTokenKeyTable } from '@paygate/contracts';
import { UnitOfWork } from '@paygate/messaging';
import { SigningKeys } from '@paygate/platform';

/**
 * Rotates the keys that sign authorization tokens, and publishes what that changes; on demand every key once more, as it
 * stands in the database. Readers pass over what they know, but a topic that was lost is whole again, and what compaction
 * keeps of a key is its last state, in whatever order its changes arrived.
 */
@Injectable()
export class KeepSigningKeys {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly keys: SigningKeys,
  ) {}

  execute({ publishAll = false }: { readonly publishAll?: boolean } = {}): Promise<void> {
    return this.unitOfWork.run(async (tx) => {
      const changed = await this.keys.rotate(tx);
      for (const row of publishAll ? await this.keys.rows(tx) : changed) tx.putRow(otpTokenKeyTable, row);
    });
  }
}
