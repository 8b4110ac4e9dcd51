import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { AccountRequests } from './account-requests.js';
import { GatewayConfig } from './config.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeys } from './credentials/api-keys.js';
import { DashboardSessions } from './credentials/dashboard-sessions.js';
import { DeniedTokens } from './credentials/denied-tokens.js';
import { KeyReports } from './credentials/key-reports.js';
import { OpaqueTokens } from './credentials/opaque-tokens.js';
import { SessionTokens } from './credentials/session-tokens.js';
import { UserTokenKeys } from './credentials/user-token-keys.js';
import { UserTokenStrategy } from './credentials/user-token.strategy.js';
import { VersionPins } from './credentials/version-pins.js';
import { DashboardController } from './dashboard.controller.js';
import { DashboardRequests } from './dashboard-requests.js';
import { DocumentsController } from './documents.controller.js';
import { ProblemFilter } from './edge/problem.filter.js';
import { Proxies } from './edge/proxies.js';
import { IntentsController } from './intents.controller.js';
import { InvitationsController } from './invitations.controller.js';
import { MemberPasswordsController } from './member-passwords.controller.js';
import { MembersController } from './members.controller.js';
import { OtpController } from './otp.controller.js';
import { OtpRequests } from './otp-requests.js';
import { PasswordsController } from './passwords.controller.js';
import { PaymentsController } from './payments.controller.js';
import { RateLimits } from './rate-limits/rate-limits.js';
import { SharedBuckets } from './rate-limits/shared-buckets.js';
import { TokenBuckets } from './rate-limits/token-buckets.js';
import { RegistrationController } from './registration.controller.js';
import { SignOutController } from './sign-out.controller.js';
import { UsersController } from './users.controller.js';

/** The API itself: what it needs of platform and bus is global. */
@Module({
  imports: [PassportModule],
  controllers: [
    IntentsController,
    UsersController,
    SignOutController,
    RegistrationController,
    PasswordsController,
    OtpController,
    PaymentsController,
    ApiKeysController,
    DashboardController,
    MemberPasswordsController,
    MembersController,
    InvitationsController,
    DocumentsController,
  ],
  providers: [
    ApiKeys,
    KeyReports,
    DeniedTokens,
    SessionTokens,
    UserTokenKeys,
    UserTokenStrategy,
    VersionPins,
    SharedBuckets,
    TokenBuckets,
    RateLimits,
    OtpRequests,
    AccountRequests,
    OpaqueTokens,
    DashboardSessions,
    DashboardRequests,
    {
      provide: Proxies,
      inject: [GatewayConfig],
      useFactory: (config: GatewayConfig) => new Proxies(config.TRUSTED_PROXIES),
    },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
})
export class ApiModule {}
