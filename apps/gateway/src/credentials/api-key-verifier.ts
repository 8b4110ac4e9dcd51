import type { IncomingHttpHeaders } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import type { ApiKeyInfo, ApiKeyRow, Operation } from '@paygate/contracts';
import { apiKeyTable, headers, missingScope } from '@paygate/contracts';
import { Table, tableToken } from '@paygate/messaging';
import type { ApiKeyParts, SecretKeys } from '@paygate/platform';
import {
  apiKeyHash,
  Clock,
  equalsConstantTime,
  idMadeAtMs,
  parseApiKey,
  PaygateError,
  secretKeysOf,
} from '@paygate/platform';
import { GatewayConfig } from '../config.js';
import { isLocalPage } from '../edge/local-page.js';
import { ARRIVAL_TIMEOUT_MS, arrivalOf, OWN_CHANGE_TIMEOUT_MS } from './await-row.js';
import { misplacedCredential, presentedCredentials } from './credential-headers.js';
import { KeyUseReports } from './key-use-reports.js';

/** Requests that may wait at one time for a key that is not known yet. */
const MAX_WAITING = 64;

const LIVE_ON_LOCAL_PAGE =
  'A live key is taken from pages with https only. Use a test key on a page of your own machine.';

/** API keys, verified in memory: a request costs one HMAC for each key that it carries. */
@Injectable()
export class ApiKeyVerifier {
  private readonly peppers: SecretKeys;
  private waiting = 0;

  constructor(
    @Inject(tableToken(apiKeyTable)) private readonly table: Table<ApiKeyRow>,
    private readonly clock: Clock,
    private readonly reports: KeyUseReports,
    config: GatewayConfig,
  ) {
    this.peppers = secretKeysOf(config.API_KEY_PEPPER);
  }

  /**
   * The key that a request acts with: of a publishable key and another one, the other. Throws 401 for keys that are not good,
   * and `service_unavailable` when the key table is out of date.
   */
  async identify(given: IncomingHttpHeaders): Promise<ApiKeyRow> {
    const texts = [...new Set(presentedCredentials(given).apiKeys)];
    for (const text of texts) await this.arrivalOfNew(text);
    const [first, second] = texts.map((text) => this.rowOf(text));
    if (first === undefined) throw keyMissing(given);
    if (second !== undefined && (first.merchantId !== second.merchantId || first.mode !== second.mode))
      throw new PaygateError('api_key_mismatch');
    return second !== undefined && first.type === 'publishable' ? second : first;
  }

  /** Throws the 403 that refuses a good key for this operation or in this place. */
  checkUse(row: ApiKeyRow, given: IncomingHttpHeaders, operation: Operation): void {
    if (!row.merchantActive) throw new PaygateError('merchant_inactive');
    this.checkPlace(row, given);
    checkRights(row, operation);
    this.reports.used(row);
  }

  /** Waits until a key that was made, changed or revoked is known here as it is now. The caller is answered after that. */
  arrival({ apiKeyId, revokedAt, origins }: Pick<ApiKeyInfo, 'apiKeyId' | 'revokedAt' | 'origins'>): Promise<void> {
    const isExpected = (row: ApiKeyRow): boolean =>
      row.revokedAt === revokedAt && isDeepStrictEqual(row.origins, origins);
    return arrivalOf(this.table, apiKeyId, isExpected, OWN_CHANGE_TIMEOUT_MS);
  }

  /**
   * Waits for a key that was made up to a second ago, perhaps through another gateway, and is not known here yet. The key's id
   * contains the time of its creation, and anybody can invent such an id, so only a bounded number of requests waits at a time.
   */
  async arrivalOfNew(text: string): Promise<void> {
    const apiKeyId = parseApiKey(text)?.apiKeyId;
    if (apiKeyId === undefined || this.table.get(apiKeyId) !== undefined) return;
    const leftMs = idMadeAtMs('apiKey', apiKeyId) + ARRIVAL_TIMEOUT_MS - this.clock.epochMs();
    if (leftMs <= 0 || this.waiting >= MAX_WAITING) return;
    this.waiting += 1;
    await arrivalOf(this.table, apiKeyId, undefined, Math.min(leftMs, ARRIVAL_TIMEOUT_MS));
    this.waiting -= 1;
  }

  /** The row of a key that is genuine and in force. */
  private rowOf(text: string): ApiKeyRow {
    const parts = parseApiKey(text);
    // before any look-up: the checksum refuses most guesses
    if (parts === undefined) throw new PaygateError('api_key_invalid');
    if (!this.table.fresh()) throw new PaygateError('service_unavailable');
    const row = this.table.get(parts.apiKeyId);
    if (!this.isGenuine(row, text, parts)) throw new PaygateError('api_key_invalid');
    if (row.revokedAt !== null) throw new PaygateError('api_key_revoked');
    if (row.expiresAt !== null && Date.parse(row.expiresAt) <= this.clock.epochMs())
      throw new PaygateError('api_key_expired');
    return row;
  }

  /** Takes as long for a key that does not exist. */
  private isGenuine(row: ApiKeyRow | undefined, text: string, { type, mode }: ApiKeyParts): row is ApiKeyRow {
    const hashes = this.peppers.map((pepper) => apiKeyHash(pepper, text));
    return row?.type === type && row.mode === mode && hashes.some((hash) => equalsConstantTime(row.hash, hash));
  }

  /** A secret key is never used in a browser, a publishable key only on the pages that it is for, and a live one on no developer's own machine. */
  private checkPlace(row: ApiKeyRow, given: IncomingHttpHeaders): void {
    const { origin } = given;
    if (row.type === 'publishable') {
      if (row.mode === 'live' && origin !== undefined && isLocalPage(origin))
        throw new PaygateError('origin_not_allowed', { detail: LIVE_ON_LOCAL_PAGE });
      const isAllowed = row.origins.length === 0 || (origin !== undefined && row.origins.includes(origin));
      if (!isAllowed) throw new PaygateError('origin_not_allowed');
      return;
    }
    if (origin === undefined && given['sec-fetch-site'] === undefined) return;
    this.reports.seenInBrowser(row, origin);
    throw new PaygateError('secret_key_in_browser');
  }
}

/** Names what came in the place of a key. */
function keyMissing(given: IncomingHttpHeaders): PaygateError {
  const found = misplacedCredential(given);
  if (found === undefined) return new PaygateError('api_key_missing');
  const detail = `${found} Send the key in x-api-key, or a secret key as Authorization: Bearer sk_….`;
  return new PaygateError('api_key_missing', { detail, param: headers.authorization });
}

function checkRights(row: ApiKeyRow, operation: Operation): void {
  const scope = missingScope(operation, row.scopes);
  if (row.type === 'restricted' && (operation.scope === null || scope !== undefined))
    throw new PaygateError('scope_missing', scope === undefined ? {} : { fields: { scope } });
  if (row.type === 'publishable' && operation.key === 'secret')
    throw new PaygateError('secret_key_required', { param: headers.apiKey });
}
