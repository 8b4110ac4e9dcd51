import { Injectable } from '@nestjs/common';
import type { MobileOperator, Mode } from '@paygate/contracts';
import type { ReloadingSecret } from '@paygate/platform';
import { ChargingConfig } from '../config.js';
import type { RailConnector } from './connector.js';
import { MtnMomoConnector } from './mtn-momo/mtn-momo-connector.js';
import { OrangeMoneyConnector } from './orange-money/orange-money-connector.js';

type NewConnector = new (baseUrl: string, credentials: ReloadingSecret) => RailConnector;

/** The rails of this installation, by mode. Test mode has the real connectors, connected to the rail simulator. */
@Injectable()
export class Rails {
  readonly #connectors: Readonly<Record<MobileOperator, Readonly<Record<Mode, RailConnector | undefined>>>>;

  constructor(config: ChargingConfig) {
    this.#connectors = {
      mtn_momo: {
        test: connectorOf(MtnMomoConnector, config.MTN_MOMO_TEST_URL, config.MTN_MOMO_TEST_CREDENTIALS),
        live: connectorOf(MtnMomoConnector, config.MTN_MOMO_LIVE_URL, config.MTN_MOMO_LIVE_CREDENTIALS),
      },
      orange_money: {
        test: connectorOf(OrangeMoneyConnector, config.ORANGE_MONEY_TEST_URL, config.ORANGE_MONEY_TEST_CREDENTIALS),
        live: connectorOf(OrangeMoneyConnector, config.ORANGE_MONEY_LIVE_URL, config.ORANGE_MONEY_LIVE_CREDENTIALS),
      },
    };
  }

  /** The connector of a rail; undefined when this installation does not offer it in this mode. */
  of(rail: MobileOperator, mode: Mode): RailConnector | undefined {
    return this.#connectors[rail][mode];
  }
}

function connectorOf(
  Connector: NewConnector,
  url: string | undefined,
  credentials: ReloadingSecret | undefined,
): RailConnector | undefined {
  return url === undefined || credentials === undefined ? undefined : new Connector(url, credentials);
}
