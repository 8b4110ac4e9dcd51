import { Injectable } from '@nestjs/common';
import type { MobileOperator, Mode } from '@paygate/contracts';
import type { ReloadingSecret } from '@paygate/platform';
import { ChargingConfig } from '../../config.js';
import type { RailConnector } from './connector.js';
import type { StatementSource } from './statement-source.js';
import { MtnMomoConnector } from './mtn-momo/mtn-momo-connector.js';
import { OrangeMoneyConnector } from './orange-money/orange-money-connector.js';

type NewConnector = new (baseUrl: string, credentials: ReloadingSecret, statements?: StatementSource) => RailConnector;

/** The rail simulator serves statements; those of the operators have no address that is confirmed, and are uploaded. */
const SIMULATED: Readonly<Record<MobileOperator, StatementSource>> = {
  mtn_momo: { path: '/collection/v1_0/statement' },
  orange_money: { path: '/omcoreapis/1.0.2/statement' },
};

/** The rails of this installation, by mode. Test mode has the real connectors, connected to the rail simulator. */
@Injectable()
export class Rails {
  readonly #connectors: Readonly<Record<MobileOperator, Readonly<Record<Mode, RailConnector | undefined>>>>;

  constructor(config: ChargingConfig) {
    this.#connectors = {
      mtn_momo: {
        test: connectorOf(
          MtnMomoConnector,
          config.MTN_MOMO_TEST_URL,
          config.MTN_MOMO_TEST_CREDENTIALS,
          SIMULATED.mtn_momo,
        ),
        live: connectorOf(MtnMomoConnector, config.MTN_MOMO_LIVE_URL, config.MTN_MOMO_LIVE_CREDENTIALS),
      },
      orange_money: {
        test: connectorOf(
          OrangeMoneyConnector,
          config.ORANGE_MONEY_TEST_URL,
          config.ORANGE_MONEY_TEST_CREDENTIALS,
          SIMULATED.orange_money,
        ),
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
  statements?: StatementSource,
): RailConnector | undefined {
  return url === undefined || credentials === undefined ? undefined : new Connector(url, credentials, statements);
}
