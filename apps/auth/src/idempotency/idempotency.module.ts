import { Module } from '@nestjs/common';
import { Database, IdempotencyRecords } from '@paygate/platform';
import { AuthConfig } from '../config.js';
import { PersonalData } from '../personal-data.js';
import { IdempotentRequests } from './idempotent-requests.js';

const records = {
  provide: IdempotencyRecords,
  inject: [Database, PersonalData, AuthConfig],
  useFactory: (database: Database, sealer: PersonalData, config: AuthConfig) =>
    new IdempotencyRecords(database, {
      table: 'idempotency_record',
      sealer,
      retentionDays: config.IDEMPOTENCY_RETENTION_DAYS,
    }),
};

@Module({ providers: [records, IdempotentRequests], exports: [IdempotentRequests] })
export class IdempotencyModule {}
