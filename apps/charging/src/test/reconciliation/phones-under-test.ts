import { randomBytes } from 'node:crypto';
import { Secret } from '@paygate/platform';
import { ChargingConfig } from '../../config.js';
import { FoundMoneyRepository } from '../../outgoing/unclaimed/found-money.repository.js';
import { PayerPhones } from '../../rails/prompts/payer-phones.js';
import { UnclaimedLines } from '../../readers/reconciliation/unclaimed-lines.js';

const key = (): string => randomBytes(32).toString('base64');
const keys = {
  CHARGING_DATA_KEYS: new Secret(`charging:k1:${key()}`),
  PAYER_INDEX_KEY: new Secret(key()),
};

/** Phones with keys of their own. */
export const testPhones = new PayerPhones(Object.assign(new ChargingConfig(), keys));

/** Unclaimed money as reconciliation alone lists it. */
export const testUnclaimed = (): UnclaimedLines => new UnclaimedLines(new FoundMoneyRepository(testPhones), testPhones);
