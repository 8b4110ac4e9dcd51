import { Injectable } from '@nestjs/common';
import type { ListIntentsCommand, Refusal } from '@paygate/contracts';
import { findPhoneIndexes, HOME_COUNTRY_CODE, refuse, SEARCHED_PHONE_END } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { CommandBus, nested } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { searchedPhoneOf } from '@paygate/typed-input';
import type { Search } from './search-statement.js';

/** A phone, or the end of one, is known by its indexes, for which only charging has the keys. */
@Injectable()
export class SearchedPhones {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
  ) {}

  /** The search of a list, with the indexes of the phone that its text may be. */
  async searchOf(message: Received<ListIntentsCommand>): Promise<Search | Refusal> {
    const { payerPhone: phoneNumber, typed, merchantId, mode } = message.payload;
    const text = typed === undefined ? message.payload.text : this.sealer.open(typed, 'search-intents.text');
    const query: Search = Object.assign({}, message.payload, text === undefined ? {} : { text });
    const isPhone = text === undefined || searchedPhoneOf(text, HOME_COUNTRY_CODE, SEARCHED_PHONE_END) !== undefined;
    if (phoneNumber === undefined || !isPhone) return query;
    const reply = await this.bus.send(findPhoneIndexes, { phoneNumber, mode, merchantId }, nested(message));
    if (!reply.ok) return refuse('service_unavailable');
    const { indexes: phoneIndexes, ends: phoneEnds = [] } = reply.data;
    return { ...query, phoneIndexes, phoneEnds };
  }
}
