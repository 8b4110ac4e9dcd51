import { Injectable } from '@nestjs/common';
import type { GivenBatchRow, Mode } from '@paygate/contracts';
import { Sealer } from '@paygate/platform';
import { PayerPhones } from '../../../rails/prompts/payer-phones.js';
import { BatchViews } from './batches.view.js';

interface Recipient {
  readonly phone: string;
  readonly name: string | undefined;
}

/** Opens what a caller has sealed of a row, and seals it for its place. */
@Injectable()
export class RowSealers {
  constructor(
    private readonly sealer: Sealer,
    private readonly phones: PayerPhones,
    private readonly views: BatchViews,
  ) {}

  open({ phoneNumber, name }: GivenBatchRow): Recipient {
    return {
      phone: this.sealer.open(phoneNumber, 'payout-batch.phone'),
      name: name === undefined ? undefined : this.sealer.open(name, 'payout-batch.name'),
    };
  }

  seal({ phone, name, mode, key }: Recipient & { readonly mode: Mode; readonly key: string }) {
    const [phoneIndex = ''] = this.phones.indexes(phone, mode);
    return {
      ...{ phone: this.phones.seal(phone, key), phoneMasked: this.phones.mask(phone), phoneIndex },
      name: name === undefined ? null : this.views.names.seal(name, 'payout-batch.name', key),
    };
  }
}
