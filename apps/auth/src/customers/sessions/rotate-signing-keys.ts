import { Injectable } from '@nestjs/common';
import { userTokenKeyTable } from '@paygate/contracts';
import { UnitOfWork } from '@paygate/messaging';
import { SigningKeys } from '@paygate/platform';

/** Rotates the keys that sign user tokens, and publishes what that changes. */
@Injectable()
export class RotateSigningKeys {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly keys: SigningKeys,
  ) {}

  rotate(): Promise<void> {
    return this.unitOfWork.run(async (tx) => {
      for (const row of await this.keys.rotate(tx)) tx.putRow(userTokenKeyTable, row);
    });
  }
}
