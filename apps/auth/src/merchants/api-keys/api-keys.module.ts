import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { IdempotencyModule } from '../../idempotency/idempotency.module.js';
import { MembersModule } from '../members/members.module.js';
import { StaffActsModule } from '../../staff-acts/staff-acts.module.js';
import { MerchantsModule } from '../merchant/merchants.module.js';
import { ApiKeyIssue } from './api-key-issue.js';
import { ApiKeyMint } from './api-key-mint.js';
import { ApiKeyChanges } from './api-key-changes.js';
import { ApiKeyRights } from './api-key-rights.js';
import { ApiKeyUseCommands } from './api-key-use.commands.js';
import { ApiKeysCommands } from './api-keys.commands.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { KeyWork } from './work/key-work.js';
import { KeyWorkRepository } from './work/key-work.repository.js';
import { CreateApiKey } from './create-api-key.js';
import { DuePublicationsRepository } from './publication/due-publications.repository.js';
import { PublishDueKeys } from './publication/publish-due-keys.js';
import { RepublishMerchantKeys } from './publication/republish-merchant-keys.js';
import { RevokeApiKey } from './revoke-api-key.js';
import { RotateApiKey } from './rotate-api-key.js';
import { UpdateApiKey } from './update-api-key.js';

@Module({
  imports: [AuditModule, IdempotencyModule, MerchantsModule, MembersModule, StaffActsModule],
  controllers: [ApiKeysCommands, ApiKeyUseCommands],
  providers: [
    ...[CreateApiKey, RotateApiKey, RevokeApiKey, UpdateApiKey, RepublishMerchantKeys],
    ...[DuePublicationsRepository, PublishDueKeys],
    ...[ApiKeyIssue, ApiKeyMint, ApiKeyChanges, ApiKeyRights, ApiKeysRepository],
    ...[KeyWork, KeyWorkRepository],
  ],
  exports: [ApiKeyIssue, RepublishMerchantKeys, ApiKeysRepository, KeyWork],
})
export class ApiKeysModule {}
