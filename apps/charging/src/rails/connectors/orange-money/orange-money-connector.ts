import { operatorCurrencies } from '@paygate/contracts';
import type { ReloadingSecret } from '@paygate/platform';
import type { FetchStatement, RailConnector, RailPayouts, RailRefunds } from '../connector.js';
import type { StatementSource } from '../statement-source.js';
import { statementFrom } from '../statement-source.js';
import { readCredentials } from '../../credentials/credentials.js';
import { basicAuthorization, RailAccount } from '../http/rail-account.js';
import type { OrangeMoneyCredentials } from '../../credentials/orange-money-credentials.js';
import { orangeMoneyCredentialFields } from '../../credentials/orange-money-credentials.js';
import { OrangeMoneyProduct } from './orange-money-product.js';
import { cashInReasons, orangeMoneyReasons } from './orange-money-reasons.js';

const ROOT = '/omcoreapis/1.0.2';

/** Orange Money merchant payments, and refunds and payouts by cash-ins of the channel (core API 1.0.2). */
export class OrangeMoneyConnector implements RailConnector {
  readonly rail = 'orange_money';
  readonly currencies = operatorCurrencies.orange_money;
  readonly approvalSeconds = 300;
  readonly #credentials: ReloadingSecret;
  readonly prepare: OrangeMoneyProduct['prepare'];
  readonly submit: OrangeMoneyProduct['submit'];
  readonly query: OrangeMoneyProduct['query'];
  readonly refunds: RailRefunds;
  readonly payouts: RailPayouts;

  readonly statement: FetchStatement | undefined;

  constructor(baseUrl: string, credentials: ReloadingSecret, statements?: StatementSource) {
    this.#credentials = credentials;
    const account = new RailAccount({ baseUrl, tokenRequest: () => this.#tokenRequest() });
    const payments = new OrangeMoneyProduct({ root: `${ROOT}/mp`, reasons: orangeMoneyReasons, account, credentials });
    this.prepare = payments.prepare;
    this.submit = payments.submit;
    this.query = payments.query;
    const cashIns = new OrangeMoneyProduct({ root: `${ROOT}/cashin`, reasons: cashInReasons, account, credentials });
    const { prepare, submit, query } = cashIns;
    this.refunds = { floatOwner: this.rail, prepare, submit, query };
    this.payouts = this.refunds;
    this.statement =
      statements && statementFrom(statements, account, () => ({ 'x-auth-token': this.#read()?.authToken ?? '' }));
  }

  readonly isConfigured = (): boolean => this.#read() !== undefined;

  #tokenRequest() {
    const credentials = this.#read();
    if (credentials === undefined) return undefined;
    return {
      ...{ method: 'POST' as const, path: '/token', body: 'grant_type=client_credentials' },
      headers: {
        authorization: basicAuthorization(credentials.clientId, credentials.clientSecret),
        'content-type': 'application/x-www-form-urlencoded',
      },
    };
  }

  #read(): OrangeMoneyCredentials | undefined {
    return readCredentials(this.#credentials.reveal(), orangeMoneyCredentialFields);
  }
}
