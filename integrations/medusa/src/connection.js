import { MedusaError } from '@medusajs/framework/utils';
import { Paygate, PaygateApiError } from '@paygate/node';

/**
 * @typedef {object} Options
 * @property {string} secretKey a secret key, or a restricted one
 * @property {string} baseUrl the address of Paygate
 * @property {string} webhookSecret the secret of the endpoint `/hooks/paygate` of the shop
 * @property {string} returnUrl the page of the storefront to which customers come back; `{cart}` stands for the id of the cart
 * @property {string} shop a name that no other shop of the account has
 */

/** @type {(Options & { client: Paygate, mode: 'live' | 'test' }) | undefined} */
let current;

const NEEDED = ['secretKey', 'baseUrl', 'webhookSecret', 'returnUrl', 'shop'];

/** Checks the options of the provider. @param {Record<string, unknown>} options */
export function check(options) {
  for (const name of NEEDED)
    if (typeof options[name] !== 'string' || options[name] === '')
      throw new TypeError(`the provider of Paygate needs the option ${name}`);
}

/** Connects the shop. The provider does it with its options when Medusa starts. @param {Options} options */
export function connect(options) {
  check(options);
  const { secretKey, baseUrl } = options;
  const mode = secretKey.includes('_live_') ? 'live' : 'test';
  const client = new Paygate({ secretKey, baseUrl, timeoutMs: 15_000, deadlineMs: 25_000 });
  current = { ...options, client, mode };
}

/** The connection, for the provider, the webhook and the look-up. */
export function connection() {
  if (current === undefined)
    throw new Error('the provider of Paygate is not among the providers of the payment module');
  return current;
}

/** Throws a refusal of Paygate as one of Medusa, which answers 400; other errors as they are. @param {unknown} error @returns {never} */
export function refused(error) {
  const isRefusal = error instanceof PaygateApiError && error.status < 500 && !error.retryable;
  throw isRefusal ? new MedusaError(MedusaError.Types.NOT_ALLOWED, error.message) : error;
}
