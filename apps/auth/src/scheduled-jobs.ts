import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { IdempotencyRecords, JobScheduler, SourceUsesRepository } from '@paygate/platform';
import { AccountClaimsRepository } from './merchants/accounts/account-claims.repository.js';
import { IndexRotation } from './index-rotation.js';
import { DashboardSessionsRepository } from './merchants/members/sessions/dashboard-sessions.repository.js';
import { MailTokensRepository } from './merchants/members/mails/mail-tokens.repository.js';
import { EndedSums } from './merchants/members/notices/ended-sums.js';
import { PushMessagesRepository } from './merchants/members/push/push-messages.repository.js';
import { RequestLogRepository } from './merchants/request-log/request-log.repository.js';
import { DeniedTokensRepository } from './customers/sessions/denied-tokens.repository.js';
import { RotateSigningKeys } from './customers/sessions/rotate-signing-keys.js';
import { SignInAttemptsRepository } from './throttle/sign-in-attempts.repository.js';
import { TrustedNetworksRepository } from './throttle/trusted-networks.repository.js';
import { PhoneClaimsRepository } from './customers/users/phone-claims.repository.js';

const MINUTE_SECONDS = 60;
const SUMS_SECONDS = 10;
/** Repositories whose rows expire. */
const EXPIRING = [
  SignInAttemptsRepository,
  TrustedNetworksRepository,
  DeniedTokensRepository,
  PhoneClaimsRepository,
  MailTokensRepository,
  AccountClaimsRepository,
  DashboardSessionsRepository,
  PushMessagesRepository,
  SourceUsesRepository,
  RequestLogRepository,
  IdempotencyRecords,
];

/** The work that the service does by itself. */
@Injectable()
export class ScheduledJobs implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly modules: ModuleRef,
    private readonly signingKeys: RotateSigningKeys,
    private readonly indexes: IndexRotation,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.repeat({
      name: 'expired-rows',
      everySeconds: MINUTE_SECONDS,
      beforeReady: true,
      work: () => this.deleteExpired(),
    });
    this.scheduler.repeat({
      name: 'signing-keys',
      everySeconds: MINUTE_SECONDS,
      beforeReady: true, // the first start creates the first key
      work: () => this.signingKeys.rotate(),
    });
    this.scheduler.repeat({
      name: 'index-keys',
      everySeconds: MINUTE_SECONDS,
      beforeReady: true, // no account is indexed under a key that is not listed
      work: () => this.indexes.requireKeys(),
    });
    this.scheduler.repeat({
      name: 'notice-sums',
      everySeconds: SUMS_SECONDS,
      work: () => this.modules.get(EndedSums, { strict: false }).decide(),
    });
  }

  async deleteExpired(): Promise<void> {
    for (const repository of EXPIRING)
      await this.modules.get<{ deleteExpired(): Promise<void> }>(repository, { strict: false }).deleteExpired();
  }
}
