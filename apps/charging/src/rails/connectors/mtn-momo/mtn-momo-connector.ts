import { operatorCurrencies } from '@paygate/contracts';
import type { ReloadingSecret } from '@paygate/platform';
import type { Collection, FetchStatement, RailConnector, RailOutcome, RailPayouts, RailRefunds } from '../connector.js';
import type { StatementSource } from '../statement-source.js';
import { statementFrom } from '../statement-source.js';
import { basicAuthorization, RailAccount } from '../http/rail-account.js';
import { ownerIn, statusOutcome, submissionOutcome } from './mtn-momo-answers.js';
import type { MtnMomoCredentials, MtnMomoProduct } from '../../credentials/mtn-momo-credentials.js';
import { productCredentials } from '../../credentials/mtn-momo-credentials.js';
import { refundReasons, refusedRefunds } from './mtn-momo-reasons.js';

const REQUESTS = '/collection/v1_0/requesttopay';
/** A refund is submitted to another version than it is asked about. */
const REFUNDS = '/disbursement/v2_0/refund';
const REFUND_STATUS = '/disbursement/v1_0/refund';
const TRANSFERS = '/disbursement/v1_0/transfer';
const HOLDERS = '/disbursement/v1_0/accountholder/msisdn';

/** MTN MoMo collections, and refunds and payouts by its disbursements, https://momodeveloper.mtn.com/api-documentation. */
export class MtnMomoConnector implements RailConnector {
  readonly rail = 'mtn_momo';
  readonly currencies = operatorCurrencies.mtn_momo;
  readonly approvalSeconds = 300;
  readonly #credentials: ReloadingSecret;
  readonly #collections: RailAccount;
  readonly #disbursements: RailAccount;

  readonly statement: FetchStatement | undefined;

  constructor(baseUrl: string, credentials: ReloadingSecret, statements?: StatementSource) {
    this.#credentials = credentials;
    const accountOf = (product: MtnMomoProduct): RailAccount =>
      new RailAccount({ baseUrl, tokenRequest: () => this.#tokenRequest(product) });
    this.#collections = accountOf('collection');
    this.#disbursements = accountOf('disbursement');
    this.statement = statements && statementFrom(statements, this.#collections, () => this.#headers('collection'));
  }

  readonly isConfigured = (): boolean => this.#read('collection') !== undefined;

  /** The reference is the name of the transaction: a repeated one is a conflict, and nothing is created. */
  readonly submit = async (collection: Collection, signal: AbortSignal): Promise<RailOutcome> => {
    const answer = await this.#collections.ask({
      ...{ method: 'POST', path: REQUESTS, signal, headers: this.#submissionHeaders('collection', collection) },
      body: JSON.stringify({
        ...noted(collection),
        payer: { partyIdType: 'MSISDN', partyId: collection.phone.slice(1) },
      }),
    });
    return submissionOutcome(answer);
  };

  readonly query = async ({ reference }: Collection, signal: AbortSignal): Promise<RailOutcome> => {
    const path = `${REQUESTS}/${reference}`;
    const headers = this.#headers('collection');
    return statusOutcome(await this.#collections.ask({ method: 'GET', path, headers, signal }));
  };

  get refunds(): RailRefunds | undefined {
    return this.#disburses ? this.#refunds : undefined;
  }

  get payouts(): RailPayouts | undefined {
    return this.#disburses ? this.#payouts : undefined;
  }

  get #disburses(): boolean {
    return this.#read('disbursement') !== undefined;
  }

  /** The money goes from the disbursement account to whoever paid the original, whom the operator knows by its reference. */
  readonly #refunds: RailRefunds = {
    floatOwner: 'mtn_momo/disbursement',
    submit: async (refund, signal) => {
      const answer = await this.#disbursements.ask({
        ...{ method: 'POST', path: REFUNDS, signal, headers: this.#submissionHeaders('disbursement', refund) },
        body: JSON.stringify({ ...noted(refund), referenceIdToRefund: refund.originalReference }),
      });
      return submissionOutcome(answer, refusedRefunds);
    },
    query: async ({ reference }, signal) => {
      const path = `${REFUND_STATUS}/${reference}`;
      const headers = this.#headers('disbursement');
      return statusOutcome(await this.#disbursements.ask({ method: 'GET', path, headers, signal }), refundReasons);
    },
  };

  /** The money goes from the disbursement account to the number. */
  readonly #payouts: RailPayouts = {
    floatOwner: 'mtn_momo/disbursement',
    submit: async (payout, signal) => {
      const answer = await this.#disbursements.ask({
        ...{ method: 'POST', path: TRANSFERS, signal, headers: this.#submissionHeaders('disbursement', payout) },
        body: JSON.stringify({ ...noted(payout), payee: { partyIdType: 'MSISDN', partyId: payout.phone.slice(1) } }),
      });
      return submissionOutcome(answer, refusedRefunds);
    },
    query: async ({ reference }, signal) => {
      const path = `${TRANSFERS}/${reference}`;
      const headers = this.#headers('disbursement');
      return statusOutcome(await this.#disbursements.ask({ method: 'GET', path, headers, signal }), refundReasons);
    },
    ownerOf: async (phone, signal) => {
      const path = `${HOLDERS}/${phone.slice(1)}/basicuserinfo`;
      const headers = this.#headers('disbursement');
      return ownerIn(await this.#disbursements.ask({ method: 'GET', path, headers, signal }));
    },
  };

  #submissionHeaders(product: MtnMomoProduct, { reference, callbackUrl }: Collection) {
    return {
      ...this.#headers(product),
      'content-type': 'application/json',
      'x-reference-id': reference,
      ...(callbackUrl === undefined ? {} : { 'x-callback-url': callbackUrl }),
    };
  }

  #headers(product: MtnMomoProduct): Readonly<Record<string, string>> {
    const { subscriptionKey = '', targetEnvironment = '' } = this.#read(product) ?? {};
    return { 'ocp-apim-subscription-key': subscriptionKey, 'x-target-environment': targetEnvironment };
  }

  /** The servers in front answer 411 without a body, and refuse a form. */
  #tokenRequest(product: MtnMomoProduct) {
    const credentials = this.#read(product);
    if (credentials === undefined) return undefined;
    const { subscriptionKey, apiUser, apiKey } = credentials;
    return {
      ...{ method: 'POST' as const, path: `/${product}/token/`, body: '{}' },
      headers: {
        authorization: basicAuthorization(apiUser, apiKey),
        'content-type': 'application/json',
        'ocp-apim-subscription-key': subscriptionKey,
      },
    };
  }

  #read(product: MtnMomoProduct): MtnMomoCredentials | undefined {
    return productCredentials(this.#credentials.reveal(), product);
  }
}

/** The fields that all requests have. */
function noted({ amount, currency, orderId }: Collection) {
  return {
    ...{ amount: amount.toString(), currency, externalId: orderId },
    ...{ payerMessage: orderId, payeeNote: orderId },
  };
}
