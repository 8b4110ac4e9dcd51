import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { webhookSecretBytes } from '@paygate/webhook-signature';
import { UsageError } from './usage-error.js';

const SECRET_KEY = /^[sr]k_(test|live)_[A-Za-z0-9_]+$/;

/** The URL of a setting. Throws UsageError. */
export function urlOf(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new UsageError(`${text} is not an http or https URL.`);
  return url;
}

/** The address of the API with its path, without a slash at its end. */
export function apiBaseOf(text: string | undefined): string {
  if (text === undefined || text.trim() === '') throw new UsageError('The address of the API is missing.');
  const { origin, pathname, search, hash } = urlOf(text.trim());
  if (search !== '' || hash !== '') throw new UsageError('The address of the API has a query or a fragment.');
  return origin + pathname.replace(/\/+$/, '');
}

/** The key that reads events. A refusal never repeats it. */
export function secretKeyOf(text: string | undefined): string {
  if (text === undefined || text === '') throw new UsageError('PAYGATE_SECRET_KEY is not set.');
  if (text.startsWith('pk_'))
    throw new UsageError('PAYGATE_SECRET_KEY is a publishable key: use the secret key, sk_….');
  if (!SECRET_KEY.test(text))
    throw new UsageError(
      'PAYGATE_SECRET_KEY is not a secret key: it must be sk_… or rk_…, without spaces or quotation marks.',
    );
  return text;
}

/** The restricted key of `mcp`, which acts for a program: with one scope more than it needs, it could do more than it was given for. */
export function restrictedKeyOf(text: string | undefined, isLiveAllowed: boolean): string {
  const key = secretKeyOf(text);
  if (!key.startsWith('rk_'))
    throw new UsageError(
      'PAYGATE_SECRET_KEY is not a restricted key: mcp needs rk_…, from Settings, API keys of the dashboard, with the scopes that it may use.',
    );
  if (key.startsWith('rk_live_') && !isLiveAllowed)
    throw new UsageError('PAYGATE_SECRET_KEY is a live key, which moves money: --live allows it.');
  return key;
}

/** The secret that signs; undefined when the variable is not set. */
export function webhookSecretOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    webhookSecretBytes(text);
    return text;
  } catch {
    throw new UsageError(
      'PAYGATE_WEBHOOK_SECRET is not the secret of a webhook endpoint: it must be whsec_…, as shown when the endpoint was created.',
    );
  }
}

/** The file in which `listen` keeps the cursor of an account, outside of the project in whose folder it runs. Its name does not reveal the key. */
export function cursorFileOf(
  { apiBase, secretKey }: { readonly apiBase: string; readonly secretKey: string },
  stateFolder = join(homedir(), '.local/state'),
): string {
  const account = createHash('sha256').update(`${apiBase}\n${secretKey}`).digest('hex').slice(0, 16);
  return join(stateFolder, 'paygate', `cursor-${account}`);
}
