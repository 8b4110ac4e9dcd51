import { operatorCurrencies } from '@paygate/contracts';
import type { ReloadingSecret } from '@paygate/platform';
import type { Collection, RailConnector, RailOutcome } from '../connector.js';
import { readCredentials } from '../credentials.js';
import { basicAuthorization, RailAccount } from '../http/rail-account.js';
import type { JsonObject, RailAnswer } from '../http/rail-http.js';
import { printable, remarkOn } from '../http/rail-http.js';
import type { MtnMomoCredentials } from './mtn-momo-credentials.js';
import { mtnMomoCredentialFields } from './mtn-momo-credentials.js';
import { mtnMomoReasons, refusedSubmissions } from './mtn-momo-reasons.js';

const REQUESTS = '/collection/v1_0/requesttopay';

/** MTN MoMo collections, https://momodeveloper.mtn.com/api-documentation. */
export class MtnMomoConnector implements RailConnector {
  readonly rail = 'mtn_momo';
  readonly currencies = operatorCurrencies.mtn_momo;
  readonly approvalSeconds = 300;
  readonly #credentials: ReloadingSecret;
  readonly #account: RailAccount;

  constructor(baseUrl: string, credentials: ReloadingSecret) {
    this.#credentials = credentials;
    this.#account = new RailAccount({ baseUrl, tokenRequest: () => this.#tokenRequest() });
  }

  readonly isConfigured = (): boolean => this.#read() !== undefined;

  /** The reference is the name of the transaction: a repeated one is a conflict, and nothing is created. */
  readonly submit = async (collection: Collection, signal: AbortSignal): Promise<RailOutcome> => {
    const { reference, amount, currency, orderId, phone, callbackUrl } = collection;
    const answer = await this.#account.ask({
      ...{ method: 'POST', path: REQUESTS, signal },
      headers: {
        ...this.#headers(),
        'content-type': 'application/json',
        'x-reference-id': reference,
        ...(callbackUrl === undefined ? {} : { 'x-callback-url': callbackUrl }),
      },
      body: JSON.stringify({
        ...{ amount: amount.toString(), currency, externalId: orderId },
        payer: { partyIdType: 'MSISDN', partyId: phone.slice(1) },
        ...{ payerMessage: orderId, payeeNote: orderId },
      }),
    });
    return submissionOutcome(answer);
  };

  readonly query = async ({ reference }: Collection, signal: AbortSignal): Promise<RailOutcome> => {
    const path = `${REQUESTS}/${reference}`;
    const answer = await this.#account.ask({ method: 'GET', path, headers: this.#headers(), signal });
    return statusOutcome(answer);
  };

  #headers(): Readonly<Record<string, string>> {
    const { subscriptionKey = '', targetEnvironment = '' } = this.#read() ?? {};
    return { 'ocp-apim-subscription-key': subscriptionKey, 'x-target-environment': targetEnvironment };
  }

  /** The servers in front answer 411 without a body, and refuse a form. */
  #tokenRequest() {
    const credentials = this.#read();
    if (credentials === undefined) return undefined;
    const { subscriptionKey, apiUser, apiKey } = credentials;
    return {
      ...{ method: 'POST' as const, path: '/collection/token/', body: '{}' },
      headers: {
        authorization: basicAuthorization(apiUser, apiKey),
        'content-type': 'application/json',
        'ocp-apim-subscription-key': subscriptionKey,
      },
    };
  }

  #read(): MtnMomoCredentials | undefined {
    return readCredentials(this.#credentials.reveal(), mtnMomoCredentialFields);
  }
}

function submissionOutcome(answer: RailAnswer): RailOutcome {
  const remark = remarkOn(answer);
  if (answer.kind === 'failure') return { kind: answer.sent ? 'in_doubt' : 'unprocessed', remark };
  // 409: an earlier attempt with this reference has arrived
  if (answer.status === 202 || answer.status === 409) return { kind: 'accepted' };
  if (answer.status === 401 || answer.status === 429) return { kind: 'unprocessed', remark };
  const given = answer.json?.['code'];
  const code = typeof given === 'string' ? refusedSubmissions.get(given) : undefined;
  return code === undefined ? { kind: 'in_doubt', remark } : { kind: 'declined', code, remark };
}

function statusOutcome(answer: RailAnswer): RailOutcome {
  const remark = remarkOn(answer);
  if (answer.kind === 'failure') return { kind: 'in_doubt', remark };
  const { status, json } = answer;
  if (status === 404 && json?.['code'] === 'RESOURCE_NOT_FOUND') return { kind: 'not_found' };
  if (status !== 200 || json === undefined) return { kind: 'in_doubt', remark };
  switch (json['status']) {
    case 'SUCCESSFUL':
      return succeeded(json) ?? { kind: 'in_doubt', remark };
    case 'FAILED':
      return failed(json);
    case 'PENDING':
    case 'CREATED':
      return { kind: 'accepted' };
    default:
      return { kind: 'in_doubt', remark };
  }
}

function succeeded({ amount, currency }: JsonObject): RailOutcome | undefined {
  if (typeof amount !== 'string' || !/^[0-9]{1,15}$/.test(amount) || typeof currency !== 'string') return undefined;
  return { kind: 'succeeded', amount: BigInt(amount), currency: printable(currency) };
}

/** The reason is a text or an object. */
function failed({ reason }: JsonObject): RailOutcome {
  const given = typeof reason === 'object' && reason !== null ? (reason as JsonObject)['code'] : reason;
  const text = typeof given === 'string' ? given : 'FAILED';
  return { kind: 'declined', code: mtnMomoReasons.get(text) ?? 'rail_error', remark: printable(text) };
}
