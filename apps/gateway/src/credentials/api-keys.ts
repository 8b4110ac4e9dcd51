import type { KeyObject } from 'node:crypto';
import { createSecretKey } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { ApiKeyInfo, ApiKeyRow, KeyRequirement } from '@paygate/contracts';
import { apiKeyTable, headers, scopeOf } from '@paygate/contracts';
import { Table, tableToken } from '@paygate/messaging';
import { apiKeyHash, Clock, equalsConstantTime, idMadeAtMs, parseApiKey, PaygateError } from '@paygate/platform';
import { GatewayConfig } from '../config.js';
import { ARRIVAL_TIMEOUT_MS, arrivalOf } from './arrival.js';
import type { Caller } from './caller.js';
import { presentedCredentials } from './credential-headers.js';
import { KeyReports } from './key-reports.js';

/** What an operation asks of the key. */
export interface KeyNeeds {
  readonly id: string;
  readonly key: KeyRequirement;
}

/** Requests that may wait at one time for a key that is not known yet. */
const AWAITED_MAX = 64;

/** Knows the callers by their API keys. Everything is in memory: a request costs one HMAC. */
@Injectable()
export class ApiKeys {
  private readonly pepper: KeyObject;
  private awaited = 0;

  constructor(
    @Inject(tableToken(apiKeyTable)) private readonly table: Table<ApiKeyRow>,
    private readonly clock: Clock,
    private readonly reports: KeyReports,
    config: GatewayConfig,
  ) {
    this.pepper = createSecretKey(Buffer.from(config.API_KEY_PEPPER.reveal(), 'base64'));
  }

  /**
   * The caller of an operation. Throws the PaygateError that refuses the request: 401 for keys that are not good, 403 for
   * good keys in the wrong place, 503 when the table is too old to say.
   */
  authenticate(given: IncomingHttpHeaders, needs: KeyNeeds): Caller {
    const { apiKeys } = presentedCredentials(given);
    const [first, second] = apiKeys.map((key, index) =>
      index > 0 && key === apiKeys[0] ? undefined : this.rowOf(key),
    );
    if (first === undefined) throw new PaygateError('api_key_missing');
    if (second !== undefined && (first.merchantId !== second.merchantId || first.mode !== second.mode))
      throw new PaygateError('api_key_mismatch');
    const row = second !== undefined && first.type === 'publishable' ? second : first;
    this.checkPlace(row, given);
    checkRights(row, needs);
    this.reports.used(row);
    return row;
  }

  /** Waits a moment for a key to be known here as it was told: a new one, or one that has been revoked. */
  arrival({ apiKeyId, revokedAt }: Pick<ApiKeyInfo, 'apiKeyId' | 'revokedAt'>): Promise<void> {
    return arrivalOf(this.table, apiKeyId, (row) => row.revokedAt === revokedAt);
  }

  /**
   * Waits a moment for keys that were made a moment ago, perhaps by way of another gateway, and are not known here yet. Their
   * ids say when, and anybody can make up such an id: no more than a few requests wait at a time.
   */
  async arrivalOfNew(given: IncomingHttpHeaders): Promise<void> {
    for (const key of presentedCredentials(given).apiKeys) {
      const apiKeyId = parseApiKey(key)?.apiKeyId;
      if (apiKeyId === undefined || this.table.get(apiKeyId) !== undefined) continue;
      const leftMs = idMadeAtMs('apiKey', apiKeyId) + ARRIVAL_TIMEOUT_MS - this.clock.epochMs();
      if (leftMs <= 0 || this.awaited >= AWAITED_MAX) continue;
      this.awaited += 1;
      await arrivalOf(this.table, apiKeyId, undefined, Math.min(leftMs, ARRIVAL_TIMEOUT_MS));
      this.awaited -= 1;
    }
  }

  /** The row of a key that is genuine and in force. */
  private rowOf(key: string): ApiKeyRow {
    const parts = parseApiKey(key);
    // before any look-up: most guesses end here
    if (parts === undefined) throw new PaygateError('api_key_invalid');
    if (!this.table.fresh()) throw new PaygateError('service_unavailable');
    const row = this.table.get(parts.apiKeyId);
    const hash = apiKeyHash(this.pepper, key);
    const isGenuine = row?.type === parts.type && row.mode === parts.mode && equalsConstantTime(row.hash, hash);
    if (row === undefined || !isGenuine) throw new PaygateError('api_key_invalid');
    if (row.revokedAt !== null) throw new PaygateError('api_key_revoked');
    if (row.expiresAt !== null && Date.parse(row.expiresAt) <= this.clock.epochMs())
      throw new PaygateError('api_key_expired');
    if (!row.merchantActive) throw new PaygateError('merchant_inactive');
    return row;
  }

  /** Where a key is used: a secret one never in a browser, a publishable one on the pages it is for. */
  private checkPlace(row: ApiKeyRow, given: IncomingHttpHeaders): void {
    const { origin } = given;
    if (row.type === 'publishable') {
      const isAllowed = row.origins.length === 0 || (origin !== undefined && row.origins.includes(origin));
      if (!isAllowed) throw new PaygateError('origin_not_allowed');
      return;
    }
    if (origin === undefined && given['sec-fetch-site'] === undefined) return;
    this.reports.seenInBrowser(row, origin);
    throw new PaygateError('secret_key_in_browser');
  }
}

function checkRights(row: ApiKeyRow, needs: KeyNeeds): void {
  const scope = scopeOf(needs.id);
  if (row.type === 'restricted' && (scope === undefined || !row.scopes.includes(scope)))
    throw new PaygateError('scope_missing', { ...(scope === undefined ? {} : { fields: { scope } }) });
  if (row.type === 'publishable' && needs.key === 'secret')
    throw new PaygateError('secret_key_required', { param: headers.apiKey });
}
