export type {
  ApiKey,
  ApiKeyPage,
  Balance,
  BalanceSummary,
  BalanceTransaction,
  BalanceTransactionPage,
  AddPayoutBatchRowsRequest,
  ChangePayoutScheduleRequest,
  CreateApiKeyRequest,
  CreatedPaymentIntent,
  CreateIntentRequest,
  CreatePaymentLinkRequest,
  CreatePayoutBatchRequest,
  CreatePayoutRequest,
  CreateRefundRequest,
  CreateWebhookEndpointRequest,
  Customer,
  CustomerPage,
  CustomerTotal,
  Delivery,
  DeliveryPage,
  DeliveryWithAttempts,
  Event,
  EventPage,
  ExpiredEvent,
  Fee,
  GetBalanceStatementQuery,
  GetBalanceSummaryQuery,
  GetOwnSummaryQuery,
  OwnSummary,
  GetFeeQuery,
  GetPayoutFeeQuery,
  GetPayoutTransactionsQuery,
  Guest,
  GuestPage,
  IssuedApiKey,
  IssuedWebhookEndpoint,
  ListApiKeysQuery,
  ListBalanceTransactionsQuery,
  ListCustomersQuery,
  ListGuestsQuery,
  ListEventsQuery,
  GetPaymentMetricsQuery,
  ListIntentRefundsQuery,
  ListIntentsQuery,
  ListPaymentLinksQuery,
  ListPayoutBatchesQuery,
  ListPayoutBatchRowsQuery,
  ListPayoutsQuery,
  ListRefundsQuery,
  ListWebhookEndpointDeliveriesQuery,
  Merchant,
  PayerNumber,
  PaygateEvent,
  PaymentIntent,
  PaymentIntentPage,
  PaymentLink,
  PaymentLinkPage,
  PaymentMetric,
  PaymentMetrics,
  Payout,
  PayoutBatch,
  PayoutBatchPage,
  PayoutBatchRow,
  PayoutBatchRowPage,
  PayoutFee,
  PayoutPage,
  PayoutSchedule,
  PayoutSheet,
  Problem,
  RecoverRequest,
  Recovery,
  Refund,
  RefundPage,
  RotateApiKeyRequest,
  RotateWebhookSecretRequest,
  SearchIntentsRequest,
  TestInbox,
  TestMessage,
  Timeline,
  TimelineEntry,
  UpdateApiKeyRequest,
  UpdateMerchantRequest,
  UpdatePaymentLinkRequest,
  UpdateWebhookEndpointRequest,
  WebhookEndpoint,
  WebhookEndpointPage,
} from '@paygate/api-types';
export type { SignatureFault } from '@paygate/webhook-signature';
export {
  PaygateApiError,
  PaygateAuthenticationError,
  PaygateConflictError,
  PaygateConnectionError,
  PaygateError,
  PaygateInvalidRequestError,
  PaygateNotFoundError,
  PaygatePermissionError,
  PaygateRateLimitError,
  PaygateServerError,
  PaygateTimeoutError,
  SignatureVerificationError,
} from './errors.js';
export type { AnyRequest } from './http/any-operation.js';
export { ApiPromise } from './http/api-promise.js';
export { ListPromise, type Page } from './http/list-promise.js';
export type {
  CallOptions,
  Fetch,
  FetchInit,
  FetchResponse,
  RequestNotice,
  ResponseDetails,
  ResponseNotice,
  WaitOptions,
  WithResponse,
} from './transport.js';
export { API_VERSION, type PaygateOptions } from './options.js';
export { Paygate } from './paygate.js';
export type { ApiKeys } from './resources/api-keys.js';
export type { Balance as BalanceResource } from './resources/balance.js';
export type { Customers } from './resources/customers.js';
export type { Deliveries } from './resources/deliveries.js';
export type { Events } from './resources/events.js';
export type { Metrics } from './resources/metrics.js';
export type { MerchantAccount } from './resources/merchant-account.js';
export type { ListIntentsParams, PaymentIntents } from './resources/payment-intents.js';
export type { PaymentLinks } from './resources/payment-links.js';
export type { PayoutBatches } from './resources/payout-batches.js';
export type { Payouts } from './resources/payouts.js';
export type { Refunds } from './resources/refunds.js';
export type { Reversals } from './resources/reversals.js';
export type { Inbox } from './resources/test-inbox.js';
export type { WebhookEndpoints } from './resources/webhook-endpoints.js';
export { CLIENT_VERSION } from './version.js';
export type { ConstructEventOptions, RawBody, SignatureHeader } from './webhooks/delivery.js';
export type { EventHandlers, HandlerOptions, NodeRequest, NodeResponse } from './webhooks/handlers.js';
export { verifyWebhook, type WebhookHeaders } from './webhooks/verify-webhook.js';
export type { TestHeaderOptions } from './webhooks/test-events.js';
