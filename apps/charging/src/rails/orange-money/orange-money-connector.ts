import { operatorCurrencies } from '@paygate/contracts';
import type { ReloadingSecret } from '@paygate/platform';
import type { Collection, Prepared, RailConnector, RailOutcome } from '../connector.js';
import { readCredentials } from '../credentials.js';
import { basicAuthorization, RailAccount } from '../http/rail-account.js';
import type { JsonObject, RailAnswer } from '../http/rail-http.js';
import { printable, remarkOn } from '../http/rail-http.js';
import type { OrangeMoneyCredentials } from './orange-money-credentials.js';
import { orangeMoneyCredentialFields } from './orange-money-credentials.js';
import { orangeMoneyReasons, orangeMoneyStatuses } from './orange-money-reasons.js';

const ROOT = '/omcoreapis/1.0.2/mp';
const PAY_TOKEN = /^[A-Za-z0-9]{1,64}$/;
/** Cameroon; the operator wants the nine digits after it. */
const COUNTRY_CODE = '+237';
/** The operator's limit of an order id, which is a name for people. */
const ORDER_ID_LENGTH = 20;

/** Orange Money merchant payments (core API 1.0.2). */
export class OrangeMoneyConnector implements RailConnector {
  readonly rail = 'orange_money';
  readonly currencies = operatorCurrencies.orange_money;
  readonly approvalSeconds = 300;
  readonly #credentials: ReloadingSecret;
  readonly #account: RailAccount;

  constructor(baseUrl: string, credentials: ReloadingSecret) {
    this.#credentials = credentials;
    this.#account = new RailAccount({ baseUrl, tokenRequest: () => this.#tokenRequest() });
  }

  readonly isConfigured = (): boolean => this.#read() !== undefined;

  /** A pay token names one payment that nobody was asked for yet. */
  readonly prepare = async (signal: AbortSignal): Promise<Prepared> => {
    const answer = await this.#account.ask({ method: 'POST', path: `${ROOT}/init`, headers: this.#headers(), signal });
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
    const answer = await this.#account.ask({
      ...{ method: 'POST', path: `${ROOT}/pay`, signal },
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
    return submissionOutcome(answer);
  };

  readonly query = async ({ railToken }: Collection, signal: AbortSignal): Promise<RailOutcome> => {
    // a restored row may be older than its token: then the operator's statement tells, by the order id
    if (railToken === null) return { kind: 'not_found' };
    const path = `${ROOT}/paymentstatus/${railToken}`;
    return statusOutcome(await this.#account.ask({ method: 'GET', path, headers: this.#headers(), signal }));
  };

  #headers(): Readonly<Record<string, string>> {
    return { 'x-auth-token': this.#read()?.authToken ?? '' };
  }

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

function submissionOutcome(answer: RailAnswer): RailOutcome {
  const remark = remarkOn(answer);
  if (answer.kind === 'failure') return { kind: answer.sent ? 'in_doubt' : 'unprocessed', remark };
  const { status, json } = answer;
  if (status === 401 || status === 429) return { kind: 'unprocessed', remark };
  if (status === 417 && json !== undefined) return declined(json, 'FAILED');
  // 422: an earlier attempt with this token has arrived; its answer shows how the payment is now
  return status === 200 || status === 422 ? paymentOutcome(json, remark) : { kind: 'in_doubt', remark };
}

function statusOutcome(answer: RailAnswer): RailOutcome {
  const remark = remarkOn(answer);
  if (answer.kind === 'failure') return { kind: 'in_doubt', remark };
  if (answer.status === 404 && answer.json !== undefined) return { kind: 'not_found' };
  return answer.status === 200 ? paymentOutcome(answer.json, remark) : { kind: 'in_doubt', remark };
}

function paymentOutcome(json: JsonObject | undefined, remark: string): RailOutcome {
  const { status, amount } = dataOf(json);
  switch (status) {
    case 'SUCCESSFULL':
      return typeof amount === 'number' && Number.isSafeInteger(amount)
        ? { kind: 'succeeded', amount: BigInt(amount), currency: 'XAF' }
        : { kind: 'in_doubt', remark };
    case 'FAILED':
    case 'CANCELLED':
    case 'EXPIRED':
      return declined(json, status);
    case 'PENDING':
      return { kind: 'accepted' };
    case 'INITIATED':
      // the token was issued, and no submission has arrived
      return { kind: 'not_found' };
    default:
      return { kind: 'in_doubt', remark };
  }
}

/** The code is in the data, or at the beginning of the message: `60019 :: …`. */
function declined(json: JsonObject | undefined, status: string): RailOutcome {
  const { confirmtxnstatus, inittxnstatus } = dataOf(json);
  const message = json?.['message'];
  const [inMessage] = (typeof message === 'string' ? /^[0-9]{3,6}/.exec(message) : null) ?? [];
  const codes = [confirmtxnstatus, inittxnstatus, inMessage].filter((code) => typeof code === 'string');
  const known = codes.find((code) => orangeMoneyReasons.has(code));
  const code = known === undefined ? orangeMoneyStatuses.get(status) : orangeMoneyReasons.get(known);
  return { kind: 'declined', code: code ?? 'rail_error', remark: printable(`${status} ${codes.join(' ')}`) };
}

function dataOf(json: JsonObject | undefined): JsonObject {
  const data = json?.['data'];
  return typeof data === 'object' && data !== null ? (data as JsonObject) : {};
}
