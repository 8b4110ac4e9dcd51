import { Injectable } from '@nestjs/common';
import { otpTokenKeyTable } from '@paygate/contracts';
import { UnitOfWork } from '@paygate/messaging';
import { SigningKeys } from '@paygate/platform';

/**
 * Puts every row into the key topic once more, as it stands in the database: a topic that was lost is whole again, and what
 * compaction keeps of a key is its last state, in whatever order its changes arrived. Readers pass over what they know.
 */
@Injectable()
export class PublishSigningKeys {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly keys: SigningKeys,
  ) {}

  execute(): Promise<void> {
    return this.unitOfWork.run(async (tx) => {
      for (const row of await this.keys.rows(tx)) tx.putRow(otpTokenKeyTable, row);
    });
  }
}
