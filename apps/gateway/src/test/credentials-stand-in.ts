import { Controller } from '@nestjs/common';
import type {
  ApiKeyInfo,
  ApiKeyIssued,
  ApiKeyRow,
  ApiKeysListed,
  CreateApiKey,
  KeyInBrowserReported,
  KeyUseReported,
  Reply,
  ReportKeyInBrowser,
  ReportKeyUse,
  RevokeApiKey,
  RotateApiKey,
  SignedOut,
  SignOut,
} from '@paygate/contracts';
import {
  accept,
  apiKeyTable,
  createApiKey,
  deniedTokensTable,
  listApiKeys,
  refuse,
  reportKeyInBrowser,
  reportKeyUse,
  revokeApiKey,
  rotateApiKey,
  signOut,
} from '@paygate/contracts';
import { HandleCommand, UnitOfWork } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { newApiKey } from './gateway-under-test.js';
import { Silence } from './silence.js';

const CREATED_AT = '2026-11-20T10:00:00.000Z';

/** Keys and sign-outs as auth answers them, for whoever asks. Its keys work at gateways of the same run. */
@Controller()
export class CredentialsCommands {
  private readonly rows = new Map<string, ApiKeyRow>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly sealer: Sealer,
    private readonly silence: Silence,
  ) {}

  @HandleCommand(createApiKey)
  create({ merchantId, mode, type, apiKeyId, scopes = [], origins = [] }: CreateApiKey): Promise<Reply<ApiKeyIssued>> {
    return this.issue({ merchantId, mode, type, apiKeyId, scopes, origins });
  }

  @HandleCommand(rotateApiKey)
  rotate({ newApiKeyId: apiKeyId, merchantId, mode }: RotateApiKey): Promise<Reply<ApiKeyIssued>> {
    return this.issue({ merchantId, mode, apiKeyId });
  }

  @HandleCommand(revokeApiKey)
  async revoke({ apiKeyId }: RevokeApiKey): Promise<Reply<ApiKeyInfo>> {
    await this.silence.broken();
    const row = this.rows.get(apiKeyId);
    if (row === undefined) return refuse('api_key_not_found');
    const revoked = Object.assign({}, row, { version: row.version + 1, revokedAt: new Date().toISOString() });
    await this.publish(revoked);
    return accept(infoOf(revoked));
  }

  @HandleCommand(listApiKeys)
  async list(): Promise<Reply<ApiKeysListed>> {
    await this.silence.broken();
    return accept({ apiKeys: [...this.rows.values()].slice(0, 100).map(infoOf), hasMore: false });
  }

  @HandleCommand(reportKeyUse)
  used({ uses }: ReportKeyUse): Promise<Reply<KeyUseReported>> {
    return Promise.resolve(accept({ count: uses.length }));
  }

  @HandleCommand(reportKeyInBrowser)
  seen({ apiKeyId }: ReportKeyInBrowser): Promise<Reply<KeyInBrowserReported>> {
    return Promise.resolve(accept({ apiKeyId }));
  }

  @HandleCommand(signOut)
  async signOut({ tokenId, expiresAt }: SignOut): Promise<Reply<SignedOut>> {
    await this.silence.broken();
    await this.unitOfWork.run((tx) => {
      tx.putRow(deniedTokensTable, { subject: tokenId, version: 1, issuedUntil: CREATED_AT, expiresAt });
      return Promise.resolve();
    });
    return accept({ tokenId });
  }

  private async issue(wanted: Partial<ApiKeyRow>): Promise<Reply<ApiKeyIssued>> {
    await this.silence.broken();
    const { key, row } = newApiKey(wanted);
    await this.publish(row);
    return accept({ apiKey: infoOf(row), key: this.sealer.seal('gateway', key, 'api-key.text') });
  }

  private async publish(row: ApiKeyRow): Promise<void> {
    this.rows.set(row.apiKeyId, row);
    await this.unitOfWork.run((tx) => {
      tx.putRow(apiKeyTable, row);
      return Promise.resolve();
    });
  }
}

function infoOf({ apiKeyId, mode, type, origins, expiresAt, revokedAt }: ApiKeyRow): ApiKeyInfo {
  const times = { createdAt: CREATED_AT, expiresAt, revokedAt, lastUsedAt: null };
  return { apiKeyId, mode, type, name: 'server', scopes: [], origins, ...times };
}
