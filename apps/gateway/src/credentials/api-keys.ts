import type { KeyObject } from 'node:crypto';
import { createSecretKey } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { ApiKeyInfo, ApiKeyRow, Operation } from '@paygate/contracts';
import { apiKeyTable, headers } from '@paygate/contracts';
import { Table, tableToken } from '@paygate/messaging';
import type { ApiKeyParts } from '@paygate/platform';
import { apiKeyHash, Clock, equalsConstantTime, idMadeAtMs, parseApiKey, PaygateError } from '@paygate/platform';
import { GatewayConfig } from '../config.js';
import { ARRIVAL_TIMEOUT_MS, arrivalOf, TOLD_ARRIVAL_TIMEOUT_MS } from './arrival.js';
import type { Caller } from './caller.js';
import { presentedCredentials } from './credential-headers.js';
import { KeyReports } from './key-reports.js';

/** What an operation asks of the key. */
export type KeyNeeds = Pick<Operation, 'key' | 'scope'>;

/** A key that a request carries. */
export interface PresentedKey {
  readonly text: string;
  /** Undefined when it has not the form of a key. */
  readonly parts: ApiKeyParts | undefined;
  /** The row whose key it was found to be: as long as the table holds the very same one, it need not be asked again. */
  genuineRow: ApiKeyRow | undefined;
}

/** A request as far as keys are concerned. */
export interface KeyBearer {
  readonly headers: IncomingHttpHeaders;
  /** The keys that it carries, each once; absent until they are first asked for. */
  presentedKeys?: readonly PresentedKey[] | undefined;
}

/** Requests that may wait at one time for a key that is not known yet. */
const AWAITED_MAX = 64;

/** Knows the callers by their API keys. Everything is in memory: a request costs one HMAC, however often it is looked at. */
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
   * The caller of an operation. To be asked again after each wait: a key may end while the body of a request is on its way.
   * Throws the PaygateError that refuses the request: 401 for keys that are not good, 403 for good keys in the wrong place,
   * 503 when the table is too old to say.
   */
  authenticate(request: KeyBearer, needs: KeyNeeds): Caller {
    const [first, second] = keysOf(request).map((key) => this.rowOf(key));
    if (first === undefined) throw new PaygateError('api_key_missing');
    if (second !== undefined && (first.merchantId !== second.merchantId || first.mode !== second.mode))
      throw new PaygateError('api_key_mismatch');
    const row = second !== undefined && first.type === 'publishable' ? second : first;
    this.checkPlace(row, request.headers);
    checkRights(row, needs);
    this.reports.used(row);
    return row;
  }

  /** Whether a request carries publishable keys alone, by their form: good or not, it is not a merchant's server that asks. */
  isFromPage(request: KeyBearer): boolean {
    const keys = keysOf(request);
    return keys.length > 0 && keys.every(({ parts }) => parts?.type === 'publishable');
  }

  /** Waits a moment for a key to be known here as it was told: a new one, or one that has been revoked. */
  arrival({ apiKeyId, revokedAt }: Pick<ApiKeyInfo, 'apiKeyId' | 'revokedAt'>): Promise<void> {
    return arrivalOf(this.table, apiKeyId, (row) => row.revokedAt === revokedAt, TOLD_ARRIVAL_TIMEOUT_MS);
  }

  /**
   * Waits a moment for keys that were made a moment ago, perhaps by way of another gateway, and are not known here yet. Their
   * ids say when, and anybody can make up such an id: no more than a few requests wait at a time.
   */
  async arrivalOfNew(request: KeyBearer): Promise<void> {
    for (const { parts } of keysOf(request)) {
      const apiKeyId = parts?.apiKeyId;
      if (apiKeyId === undefined || this.table.get(apiKeyId) !== undefined) continue;
      const leftMs = idMadeAtMs('apiKey', apiKeyId) + ARRIVAL_TIMEOUT_MS - this.clock.epochMs();
      if (leftMs <= 0 || this.awaited >= AWAITED_MAX) continue;
      this.awaited += 1;
      await arrivalOf(this.table, apiKeyId, undefined, Math.min(leftMs, ARRIVAL_TIMEOUT_MS));
      this.awaited -= 1;
    }
  }

  /** The row of a key that is genuine and in force. */
  private rowOf(key: PresentedKey): ApiKeyRow {
    // before any look-up: most guesses end here
    if (key.parts === undefined) throw new PaygateError('api_key_invalid');
    if (!this.table.fresh()) throw new PaygateError('service_unavailable');
    const row = this.table.get(key.parts.apiKeyId);
    if (row === undefined || row !== key.genuineRow)
      key.genuineRow = this.isOf(row, key.text, key.parts) ? row : undefined;
    if (row === undefined || key.genuineRow === undefined) throw new PaygateError('api_key_invalid');
    if (row.revokedAt !== null) throw new PaygateError('api_key_revoked');
    if (row.expiresAt !== null && Date.parse(row.expiresAt) <= this.clock.epochMs())
      throw new PaygateError('api_key_expired');
    if (!row.merchantActive) throw new PaygateError('merchant_inactive');
    return row;
  }

  /** Whether a key is that of a row. It takes as long for one that is not there. */
  private isOf(row: ApiKeyRow | undefined, text: string, { type, mode }: ApiKeyParts): boolean {
    const hash = apiKeyHash(this.pepper, text);
    return row?.type === type && row.mode === mode && equalsConstantTime(row.hash, hash);
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

function keysOf(request: KeyBearer): readonly PresentedKey[] {
  return (request.presentedKeys ??= [...new Set(presentedCredentials(request.headers).apiKeys)].map((text) => ({
    text,
    parts: parseApiKey(text),
    genuineRow: undefined,
  })));
}

function checkRights(row: ApiKeyRow, { key, scope }: KeyNeeds): void {
  if (row.type === 'restricted' && (scope === null || !row.scopes.includes(scope)))
    throw new PaygateError('scope_missing', { ...(scope === null ? {} : { fields: { scope } }) });
  if (row.type === 'publishable' && key === 'secret')
    throw new PaygateError('secret_key_required', { param: headers.apiKey });
}
