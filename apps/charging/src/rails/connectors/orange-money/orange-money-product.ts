import type { DeclineCode } from '@paygate/contracts';
import type { ReloadingSecret } from '@paygate/platform';
import type { Collection, Prepared, RailOutcome, RailProduct } from '../connector.js';
import { readCredentials } from '../../credentials/credentials.js';
import type { RailAccount } from '../http/rail-account.js';
import { remarkOn } from '../http/rail-http.js';
import { dataOf, statusOutcome, submissionOutcome } from './orange-money-answers.js';
import type { OrangeMoneyCredentials } from '../../credentials/orange-money-credentials.js';
import { orangeMoneyCredentialFields } from '../../credentials/orange-money-credentials.js';

const PAY_TOKEN = /^[A-Za-z0-9]{1,64}$/;
/** Cameroon; the operator wants the nine digits after it. */
const COUNTRY_CODE = '+237';
/** The operator's limit of an order id, which is a name for people. */
const ORDER_ID_LENGTH = 20;

interface OrangeMoneyProductOptions {
  /** The path before `/init`, `/pay` and `/paymentstatus`. */
  readonly root: string;
  readonly account: RailAccount;
  readonly credentials: ReloadingSecret;
  readonly reasons: ReadonlyMap<string, DeclineCode>;
}

/** One product of a merchant's channel: payments to it, or cash-ins from it. All have the same three calls. */
export class OrangeMoneyProduct implements RailProduct {
  constructor(private readonly options: OrangeMoneyProductOptions) {}

  /** A pay token names one payment that nobody was asked for yet. */
  readonly prepare = async (signal: AbortSignal): Promise<Prepared> => {
    const { root, account } = this.options;
    const answer = await account.ask({ method: 'POST', path: `${root}/init`, headers: this.#headers(), signal });
    const railToken = answer.kind === 'answer' ? dataOf(answer.json)['payToken'] : undefined;
    return typeof railToken === 'string' && PAY_TOKEN.test(railToken)
      ? { kind: 'prepared', railToken }
      : { kind: 'unprocessed', remark: remarkOn(answer) };
  };

  /** A pay token pays once: the operator refuses a repeated submission and shows the payment. */
  readonly submit = async (collection: Collection, signal: AbortSignal): Promise<RailOutcome> => {
    const credentials = this.#read();
    if (credentials === undefined) return { kind: 'unprocessed', remark: 'no credentials' };
    const { railToken, phone, amount, orderId, callbackUrl = '' } = collection;
    const answer = await this.options.account.ask({
      ...{ method: 'POST', path: `${this.options.root}/pay`, signal },
      headers: { ...this.#headers(), 'content-type': 'application/json' },
      body: JSON.stringify({
        notifUrl: callbackUrl,
        channelUserMsisdn: credentials.channelMsisdn,
        amount: amount.toString(),
        subscriberMsisdn: phone.slice(COUNTRY_CODE.length),
        pin: credentials.channelPin,
        orderId: orderId.slice(-ORDER_ID_LENGTH),
        description: orderId,
        payToken: railToken,
      }),
    });
    return submissionOutcome(answer, this.options.reasons);
  };

  readonly query = async ({ railToken }: Collection, signal: AbortSignal): Promise<RailOutcome> => {
    // a restored row may be older than its token: then the operator's statement decides, by the order id
    if (railToken === null) return { kind: 'not_found' };
    const { root, account, reasons } = this.options;
    const path = `${root}/paymentstatus/${railToken}`;
    return statusOutcome(await account.ask({ method: 'GET', path, headers: this.#headers(), signal }), reasons);
  };

  #headers(): Readonly<Record<string, string>> {
    return { 'x-auth-token': this.#read()?.authToken ?? '' };
  }

  #read(): OrangeMoneyCredentials | undefined {
    return readCredentials(this.options.credentials.reveal(), orangeMoneyCredentialFields);
  }
}
