import { accountOperations } from '../merchants/accounts.js';
import { apiKeyOperations } from '../api-keys/api-key-operations.js';
import { auditOperations } from '../merchants/audit-events.js';
import { balanceOperations } from '../balance/balance-operations.js';
import { chargeOperations } from '../payments/charges.js';
import { dashboardOperations } from '../merchants/dashboard-sessions.js';
import { customerOperations } from '../payments/customers.js';
import { intentOperations } from '../payments/intent-operations.js';
import { linkOperations } from '../links/link-operations.js';
import { liveRequestOperations } from '../merchants/live-requests.js';
import { memberNoticeOperations } from '../merchants/notices/member-notices.js';
import { pushOperations } from '../merchants/notices/push.js';
import { memberOperations } from '../merchants/members.js';
import { merchantOperations } from '../merchants/merchants.js';
import { metricOperations } from '../webhooks/payment-metrics.js';
import type { Operation } from '../kernel/operation.js';
import { operatorOperations } from '../operators/operator-operations.js';
import { otpOperations } from '../codes/otp-operations.js';
import { requestLogOperations } from '../merchants/request-log.js';
import { secondFactorOperations } from '../merchants/second-factor.js';
import { receiptOperations } from '../receipts/receipts.js';
import { retryOperations } from '../payments/retries.js';
import { reversalOperations } from '../reversals/reversal-operations.js';
import { refundOperations } from '../refunds/refund-operations.js';
import { payoutBatchOperations } from '../payouts/batches/batch-operations.js';
import { payoutOperations } from '../payouts/payout-operations.js';
import { sessionOperations } from '../customers/sessions.js';
import { ownSessionOperations } from '../merchants/own-sessions.js';
import { testInboxOperations } from '../codes/test-inbox-operations.js';
import { tillOperations } from '../tills/till-operations.js';
import { registrationOperations } from '../customers/users.js';
import { walletOperations } from '../wallets/wallet-operations.js';
import { withdrawalOperations } from '../wallets/withdrawal-operations.js';
import { webhookEndpointOperations } from '../webhooks/endpoint-operations.js';
import { eventOperations } from '../webhooks/event-operations.js';

/** The operations of the public API. Routes, OpenAPI document, clients and tests are made from this table. */
export const operations = {
  ...sessionOperations,
  ...intentOperations,
  ...retryOperations,
  ...linkOperations,
  ...receiptOperations,
  ...refundOperations,
  ...reversalOperations,
  ...balanceOperations,
  ...payoutOperations,
  ...payoutBatchOperations,
  ...otpOperations,
  ...chargeOperations,
  ...tillOperations,
  ...operatorOperations,
  ...apiKeyOperations,
  ...merchantOperations,
  ...liveRequestOperations,
  ...walletOperations,
  ...withdrawalOperations,
  ...registrationOperations,
  ...accountOperations,
  ...dashboardOperations,
  ...ownSessionOperations,
  ...secondFactorOperations,
  ...memberNoticeOperations,
  ...pushOperations,
  ...memberOperations,
  ...auditOperations,
  ...requestLogOperations,
  ...webhookEndpointOperations,
  ...eventOperations,
  ...metricOperations,
  ...customerOperations,
  ...testInboxOperations,
} as const satisfies Readonly<Record<string, Operation>>;

/** The operations by resource, as the document groups them. */
export const resources: readonly {
  readonly tag: string;
  readonly description: string;
  readonly operations: Readonly<Record<string, Operation>>;
}[] = [
  {
    tag: 'Payment intents',
    description: 'Create, read, list and cancel payments.',
    operations: { ...intentOperations, ...retryOperations },
  },
  {
    tag: 'Payment links',
    description: 'Addresses by which anyone who has them can pay, without a front end of the merchant.',
    operations: linkOperations,
  },
  {
    tag: 'Receipts',
    description: 'Receipts of payments, which customers receive.',
    operations: receiptOperations,
  },
  { tag: 'Refunds', description: 'Money that goes back to whoever paid.', operations: refundOperations },
  {
    tag: 'Reversals',
    description: 'Money that operators have taken back of payments after they were paid.',
    operations: reversalOperations,
  },
  {
    tag: 'Balance',
    description: 'The balance, the fees that were kept, and statements of both.',
    operations: balanceOperations,
  },
  {
    tag: 'Payouts',
    description: 'Payouts from the balance to a phone of the merchant, and the phones that may receive them.',
    operations: payoutOperations,
  },
  {
    tag: 'Batches of payouts',
    description: 'Payouts to many recipients, which members of the account approve together.',
    operations: payoutBatchOperations,
  },
  {
    tag: 'One-time passwords',
    description: 'Codes that customers receive by SMS or e-mail and exchange for the token of one charge.',
    operations: otpOperations,
  },
  { tag: 'Charges', description: 'The one attempt to collect the amount of an intent.', operations: chargeOperations },
  {
    tag: 'Tills',
    description: 'Payments at a counter: a phone is asked to pay, and its payer confirms by the operator’s PIN alone.',
    operations: tillOperations,
  },
  {
    tag: 'Operators',
    description: 'The operators of mobile money, and how they are now.',
    operations: operatorOperations,
  },
  {
    tag: 'Sign-in',
    description: 'Sign-in and sign-out of customers, and the public keys of their tokens.',
    operations: sessionOperations,
  },
  {
    tag: 'Wallets',
    description: 'The wallet of the user who is signed in, from which payments are made.',
    operations: { ...walletOperations, ...withdrawalOperations },
  },
  { tag: 'Users', description: 'Registration of customers and their passwords.', operations: registrationOperations },
  {
    tag: 'Webhook endpoints',
    description: 'The URLs that receive events, with their secrets and filters.',
    operations: webhookEndpointOperations,
  },
  {
    tag: 'Events',
    description: 'The events of which merchants are notified, and the deliveries to their endpoints.',
    operations: eventOperations,
  },
  { tag: 'Metrics', description: 'Counts of payments by hour and day.', operations: metricOperations },
  {
    tag: 'Customers',
    description: 'The customers who have paid the merchant, and the amounts.',
    operations: customerOperations,
  },
  {
    tag: 'Test inbox',
    description: 'The messages that customers of test mode would have received.',
    operations: testInboxOperations,
  },
  {
    tag: 'Merchant account',
    description: 'The profile of the account that customers see, and its settings.',
    operations: { ...merchantOperations, ...liveRequestOperations },
  },
  { tag: 'API keys', description: 'The keys of a merchant account.', operations: apiKeyOperations },
  {
    tag: 'Merchant accounts',
    description: 'Sign-up of merchants.',
    operations: accountOperations,
  },
  {
    tag: 'Dashboard sessions',
    description: 'Sign-in of the people of a merchant account.',
    operations: {
      ...dashboardOperations,
      ...ownSessionOperations,
      ...secondFactorOperations,
      ...memberNoticeOperations,
      ...pushOperations,
    },
  },
  { tag: 'Members', description: 'The people of a merchant account and their roles.', operations: memberOperations },
  {
    tag: 'Audit trail',
    description: 'The changes in a merchant account, and their authors.',
    operations: auditOperations,
  },
  {
    tag: 'Request log',
    description: 'The requests of the keys and members of a merchant account, and their answers.',
    operations: requestLogOperations,
  },
];

/** The operations as a list of their common type. */
export const operationList: readonly Operation[] = Object.values(operations);
