import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { GatewayConfig } from './config.js';
import { ApiKeyStrategy } from './credentials/api-key.strategy.js';
import { ApiKeyVerifier } from './credentials/api-key-verifier.js';
import { CheckoutPayments } from './credentials/checkout-payments.js';
import { MerchantProfiles } from './credentials/merchant-profiles.js';
import { CheckoutStrategy } from './credentials/checkout.strategy.js';
import { CredentialGuard } from './credentials/credential.guard.js';
import { DashboardSessionCheck } from './credentials/dashboard/dashboard-session-check.js';
import { DashboardStrategy } from './credentials/dashboard/dashboard.strategy.js';
import { KeyUseReports } from './credentials/key-use-reports.js';
import { CheckoutTokens } from './credentials/tokens/checkout-tokens.js';
import { ReceiptTokens } from './credentials/tokens/receipt-tokens.js';
import { DeniedTokens } from './credentials/tokens/denied-tokens.js';
import { OpaqueTokens } from './credentials/tokens/opaque-tokens.js';
import { SessionTokens } from './credentials/tokens/session-tokens.js';
import { UserTokenKeys } from './credentials/tokens/user-token-keys.js';
import { UserTokenStrategy } from './credentials/tokens/user-token.strategy.js';
import { UserTokens } from './credentials/tokens/user-tokens.js';
import { VersionPins } from './credentials/version-pins.js';
import { Checkout } from './edge/listener/checkout.js';
import { Proxies } from './edge/listener/proxies.js';
import { ProblemFilter } from './edge/problem.filter.js';
import { Problems } from './edge/problems.js';
import { RateLimits } from './rate-limits/rate-limits.js';
import { TokenBuckets } from './rate-limits/token-buckets.js';
import { AccountsController } from './resources/merchants/accounts/accounts.controller.js';
import { ApiKeysController } from './resources/api-keys/api-keys.controller.js';
import { BalanceController } from './resources/balance/balance.controller.js';
import { CustomersController } from './resources/payments/customers/customers.controller.js';
import { DashboardFiles } from './resources/dashboard-pages/dashboard-files.js';
import { DashboardPagesController } from './resources/dashboard-pages/dashboard-pages.controller.js';
import { DashboardRequests } from './resources/merchants/dashboard/dashboard-requests.js';
import { MemberNoticesController } from './resources/merchants/dashboard/member-notices.controller.js';
import { StoppedMailsController } from './resources/merchants/dashboard/stopped-mails.controller.js';
import { PushController } from './resources/merchants/dashboard/push.controller.js';
import { SecondFactorController } from './resources/merchants/dashboard/second-factor.controller.js';
import { DashboardController } from './resources/merchants/dashboard/dashboard.controller.js';
import { ClientFiles } from './resources/clients/client-files.js';
import { ClientsController } from './resources/clients/clients.controller.js';
import { DocsPages } from './resources/docs/docs-pages.js';
import { DocsController } from './resources/docs/docs.controller.js';
import { ListController } from './resources/docs/list.controller.js';
import { DocumentsController } from './resources/documents/documents.controller.js';
import { DeliveriesController } from './resources/webhooks/events/deliveries.controller.js';
import { EventsController } from './resources/webhooks/events/events.controller.js';
import { CheckoutStates } from './resources/payments/intents/checkout-states.js';
import { RetriesController } from './resources/payments/intents/retries.controller.js';
import { IntentViews } from './resources/payments/intents/intent-views.js';
import { IntentsController } from './resources/payments/intents/intents.controller.js';
import { TimelinesController } from './resources/payments/intents/timelines.controller.js';
import { LinkViews } from './resources/links/link-views.js';
import { LinksController } from './resources/links/links.controller.js';
import { QrCodesController } from './resources/links/qr-codes.controller.js';
import { SharedLinks } from './resources/links/shared-links.js';
import { SharedLinksController } from './resources/links/shared-links.controller.js';
import { RequestLog } from './edge/request-log/request-log.js';
import { RequestLogController } from './resources/merchants/members/request-log.controller.js';
import { AuditEventsController } from './resources/merchants/members/audit-events.controller.js';
import { InvitationsController } from './resources/merchants/members/invitations.controller.js';
import { MembersController } from './resources/merchants/members/members.controller.js';
import { MemberPasswordsController } from './resources/merchants/members/passwords.controller.js';
import { LogosController } from './resources/merchants/merchant/logos.controller.js';
import { LiveRequestController } from './resources/merchants/merchant/live-request.controller.js';
import { MerchantController } from './resources/merchants/merchant/merchant.controller.js';
import { MetricsController } from './resources/webhooks/metrics/metrics.controller.js';
import { OperatorsController } from './resources/operators/operators.controller.js';
import { OperatorStates } from './resources/operators/operator-states.js';
import { OtpRequests } from './resources/codes/otp-requests.js';
import { OtpController } from './resources/codes/otp.controller.js';
import { ChargeOutcomes } from './resources/payments/charges/charge-outcomes.js';
import { TillDaysController } from './resources/tills/till-days.controller.js';
import { TillController } from './resources/tills/till.controller.js';
import { TillPaymentsController } from './resources/tills/till-payments.controller.js';
import { TillsController } from './resources/tills/tills.controller.js';
import { PaymentsController } from './resources/payments/charges/payments.controller.js';
import { PayoutBatchesController } from './resources/payouts/payout-batches.controller.js';
import { PayoutDestinationsController } from './resources/payouts/payout-destinations.controller.js';
import { PayoutScheduleController } from './resources/payouts/payout-schedule.controller.js';
import { PayoutsController } from './resources/payouts/payouts.controller.js';
import { PublicUrls } from './resources/public-urls.js';
import { RailCallbacksController } from './resources/payments/rails/rail-callbacks.controller.js';
import { ReceiptChecksController } from './resources/receipts/receipt-checks.controller.js';
import { ReceiptsController } from './resources/receipts/receipts.controller.js';
import { RefundsController } from './resources/refunds/refunds.controller.js';
import { ReversalsController } from './resources/reversals/reversals.controller.js';
import { SignInController } from './resources/customers/sign-in.controller.js';
import { SignOutController } from './resources/customers/sign-out.controller.js';
import { TestInboxController } from './resources/codes/test-inbox.controller.js';
import { AccountRequests } from './resources/customers/account-requests.js';
import { PasswordsController } from './resources/customers/passwords.controller.js';
import { RegistrationController } from './resources/customers/registration.controller.js';
import { WalletsController } from './resources/wallets/wallets.controller.js';
import { WithdrawalsController } from './resources/wallets/withdrawals.controller.js';
import { RecoveriesController } from './resources/webhooks/endpoints/recoveries.controller.js';
import { WebhookEndpointsController } from './resources/webhooks/endpoints/webhook-endpoints.controller.js';

/** The API. The modules of platform and bus that it uses are global. */
@Module({
  imports: [PassportModule],
  controllers: [
    IntentsController,
    RetriesController,
    TimelinesController,
    LinksController,
    SharedLinksController,
    ReceiptChecksController,
    ReceiptsController,
    RefundsController,
    ReversalsController,
    BalanceController,
    PayoutsController,
    PayoutBatchesController,
    PayoutDestinationsController,
    PayoutScheduleController,
    QrCodesController,
    SignInController,
    SignOutController,
    WalletsController,
    WithdrawalsController,
    RegistrationController,
    PasswordsController,
    OtpController,
    OperatorsController,
    PaymentsController,
    TillController,
    TillDaysController,
    TillPaymentsController,
    TillsController,
    ApiKeysController,
    MerchantController,
    LiveRequestController,
    LogosController,
    AccountsController,
    DashboardController,
    SecondFactorController,
    MemberNoticesController,
    StoppedMailsController,
    PushController,
    MemberPasswordsController,
    MembersController,
    InvitationsController,
    AuditEventsController,
    RequestLogController,
    WebhookEndpointsController,
    EventsController,
    MetricsController,
    CustomersController,
    TestInboxController,
    DeliveriesController,
    RailCallbacksController,
    RecoveriesController,
    DocumentsController,
    DocsController,
    ListController,
    ClientsController,
    DashboardPagesController,
  ],
  providers: [
    ApiKeyVerifier,
    ApiKeyStrategy,
    CheckoutStrategy,
    CheckoutPayments,
    MerchantProfiles,
    CheckoutTokens,
    ReceiptTokens,
    KeyUseReports,
    DeniedTokens,
    SessionTokens,
    UserTokenKeys,
    UserTokenStrategy,
    UserTokens,
    VersionPins,
    TokenBuckets,
    RateLimits,
    OtpRequests,
    AccountRequests,
    OpaqueTokens,
    DashboardSessionCheck,
    DashboardStrategy,
    DashboardRequests,
    DocsPages,
    ClientFiles,
    PublicUrls,
    DashboardFiles,
    IntentViews,
    CheckoutStates,
    OperatorStates,
    ChargeOutcomes,
    LinkViews,
    SharedLinks,
    Problems,
    RequestLog,
    {
      provide: Checkout,
      inject: [GatewayConfig],
      useFactory: (config: GatewayConfig) => new Checkout(config.CHECKOUT_KEYS),
    },
    {
      provide: Proxies,
      inject: [GatewayConfig, Checkout],
      useFactory: (config: GatewayConfig, checkout: Checkout) => new Proxies(config.TRUSTED_PROXIES, checkout),
    },
    { provide: APP_GUARD, useClass: CredentialGuard },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
})
export class ApiModule {}
