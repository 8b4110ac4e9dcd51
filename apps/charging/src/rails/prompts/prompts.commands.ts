import { Controller } from '@nestjs/common';
import type {
  ChargePrepared,
  FindPhoneIndexesCommand,
  PhoneIndexes,
  PrepareChargeCommand,
  Reply,
} from '@paygate/contracts';
import { accept, findPhoneIndexes, prepareCharge, SEARCHED_PHONE_END } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { PayerPhones } from './payer-phones.js';
import { PrepareCharges } from './prepare-charges.js';

@Controller()
export class PromptsCommands {
  constructor(
    private readonly prepareCharges: PrepareCharges,
    private readonly phones: PayerPhones,
    private readonly sealer: Sealer,
  ) {}

  @HandleCommand(prepareCharge)
  prepare(_: PrepareChargeCommand, message: Received<PrepareChargeCommand>): Promise<Reply<ChargePrepared>> {
    return this.prepareCharges.prepare(message);
  }

  @HandleCommand(findPhoneIndexes)
  indexes({ phoneNumber, mode, merchantId }: FindPhoneIndexesCommand): Promise<Reply<PhoneIndexes>> {
    const phone = this.sealer.open(phoneNumber, 'search-intents.phone');
    const isEnd = phone.length === SEARCHED_PHONE_END && merchantId !== undefined;
    if (isEnd)
      return Promise.resolve(accept({ indexes: [], ends: [...this.phones.ends(phone, { merchantId, mode })] }));
    return Promise.resolve(accept({ indexes: [...this.phones.indexes(phone, mode)] }));
  }
}
