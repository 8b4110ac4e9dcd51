import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router';
import type { Session } from '../api/session.js';
import { currentSession } from '../api/session.js';
import { Failed, FailedOutside, Missing, Waiting, WaitingOutside } from './fallbacks.js';
import { lazyPage } from './lazy-page.js';
import { parseSearch, stringifySearch } from '../urls/query.js';
import * as search from '../urls/search.js';

const root = createRootRouteWithContext<{ readonly queries: QueryClient }>()({
  notFoundComponent: Missing,
});
const outside = {
  getParentRoute: () => root,
  pendingComponent: WaitingOutside,
  errorComponent: FailedOutside,
};

/** The session, without which a page leads to the sign-in, and comes back. */
async function sessionFor(queries: QueryClient, next: string): Promise<{ readonly session: Session }> {
  const session = await currentSession(queries);
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's own way out
  if (session === null) throw redirect({ to: '/sign-in', search: { next } });
  return { session };
}

/** Pages behind the sign-in. */
const inside = createRoute({
  ...outside,
  id: 'inside',
  beforeLoad: ({ context, location }) => sessionFor(context.queries, location.publicHref),
  component: lazyPage(() => import('../shell/shell.js'), 'Shell'),
});
const within = { getParentRoute: () => inside };

const home = createRoute({
  ...within,
  path: '/',
  // the first steps begin with a key
  beforeLoad: ({ context }) => {
    const mayBuild = context.session.acting.scopes.includes('api_keys:read');
    redirect({ to: mayBuild ? '/start' : '/payments', throw: true });
  },
});
const start = createRoute({
  ...within,
  path: '/start',
  component: lazyPage(() => import('../pages/start/start-page.js'), 'StartPage'),
});
const overview = createRoute({
  ...within,
  path: '/overview',
  validateSearch: search.overviewSearch,
  component: lazyPage(() => import('../pages/overview/overview-page.js'), 'OverviewPage'),
});
const goLive = createRoute({
  ...within,
  path: '/go-live',
  component: lazyPage(() => import('../pages/start/go-live-page.js'), 'GoLivePage'),
});
const payments = createRoute({
  ...within,
  path: '/payments',
  validateSearch: search.paymentsSearch,
  component: lazyPage(() => import('../pages/payments/payments-page.js'), 'PaymentsPage'),
});
const payment = createRoute({
  ...within,
  path: '/payments/$id',
  component: lazyPage(() => import('../pages/payments/payment-page.js'), 'PaymentPage'),
});
const customers = createRoute({
  ...within,
  path: '/customers',
  validateSearch: search.customersSearch,
  component: lazyPage(() => import('../pages/payments/customers/customers-page.js'), 'CustomersPage'),
});
const balance = createRoute({
  ...within,
  path: '/balance',
  component: lazyPage(() => import('../pages/balance/balance-page.js'), 'BalancePage'),
});
const transactions = createRoute({
  ...within,
  path: '/balance/transactions',
  validateSearch: search.balanceSearch,
  component: lazyPage(() => import('../pages/balance/transactions-page.js'), 'TransactionsPage'),
});
const closing = createRoute({
  ...within,
  path: '/balance/day',
  validateSearch: search.daySearch,
  component: lazyPage(() => import('../pages/balance/day-page.js'), 'DayPage'),
});
const payouts = createRoute({
  ...within,
  path: '/payouts',
  validateSearch: search.listSearch,
  component: lazyPage(() => import('../pages/payouts/payouts-page.js'), 'PayoutsPage'),
});
const destinations = createRoute({
  ...within,
  path: '/payouts/destinations',
  component: lazyPage(() => import('../pages/payouts/destinations-page.js'), 'DestinationsPage'),
});
const schedule = createRoute({
  ...within,
  path: '/payouts/schedule',
  component: lazyPage(() => import('../pages/payouts/schedule-page.js'), 'SchedulePage'),
});
const batches = createRoute({
  ...within,
  path: '/payouts/batches',
  validateSearch: search.listSearch,
  component: lazyPage(() => import('../pages/payouts/batches/batches-page.js'), 'BatchesPage'),
});
const newBatch = createRoute({
  ...within,
  path: '/payouts/batches/new',
  component: lazyPage(() => import('../pages/payouts/batches/new-batch-page.js'), 'NewBatchPage'),
});
const batch = createRoute({
  ...within,
  path: '/payouts/batches/$id',
  validateSearch: search.listSearch,
  component: lazyPage(() => import('../pages/payouts/batches/batch-page.js'), 'BatchPage'),
});
const payout = createRoute({
  ...within,
  path: '/payouts/$id',
  component: lazyPage(() => import('../pages/payouts/payout-page.js'), 'PayoutPage'),
});
const links = createRoute({
  ...within,
  path: '/payment-links',
  validateSearch: search.listSearch,
  component: lazyPage(() => import('../pages/links/links-page.js'), 'LinksPage'),
});
const link = createRoute({
  ...within,
  path: '/payment-links/$id',
  component: lazyPage(() => import('../pages/links/link-page.js'), 'LinkPage'),
});
const webhooks = createRoute({
  ...within,
  path: '/webhooks',
  component: lazyPage(() => import('../pages/webhooks/webhooks-page.js'), 'WebhooksPage'),
});
const webhook = createRoute({
  ...within,
  path: '/webhooks/$id',
  validateSearch: search.deliverySearch,
  component: lazyPage(() => import('../pages/webhooks/webhook-page.js'), 'WebhookPage'),
});
const delivery = createRoute({
  ...within,
  path: '/deliveries/$id',
  component: lazyPage(() => import('../pages/webhooks/delivery-page.js'), 'DeliveryPage'),
});
const events = createRoute({
  ...within,
  path: '/events',
  validateSearch: search.eventsSearch,
  component: lazyPage(() => import('../pages/events/events-page.js'), 'EventsPage'),
});
const event = createRoute({
  ...within,
  path: '/events/$id',
  component: lazyPage(() => import('../pages/events/event-page.js'), 'EventPage'),
});
const profile = createRoute({
  ...within,
  path: '/settings/profile',
  component: lazyPage(() => import('../pages/settings/profile-page.js'), 'ProfilePage'),
});
const apiKeys = createRoute({
  ...within,
  path: '/settings/api-keys',
  validateSearch: search.listSearch,
  component: lazyPage(() => import('../pages/settings/api-keys-page.js'), 'ApiKeysPage'),
});
const members = createRoute({
  ...within,
  path: '/settings/members',
  validateSearch: search.listSearch,
  component: lazyPage(() => import('../pages/settings/members-page.js'), 'MembersPage'),
});
const security = createRoute({
  ...within,
  path: '/settings/security',
  component: lazyPage(() => import('../pages/settings/security-page.js'), 'SecurityPage'),
});
const auditLog = createRoute({
  ...within,
  path: '/settings/audit-log',
  validateSearch: search.auditSearch,
  component: lazyPage(() => import('../pages/settings/audit-log-page.js'), 'AuditLogPage'),
});
const testNumbers = createRoute({
  ...within,
  path: '/test-numbers',
  component: lazyPage(() => import('../pages/developers/test-numbers-page.js'), 'TestNumbersPage'),
});
const testInbox = createRoute({
  ...within,
  path: '/test-inbox',
  component: lazyPage(() => import('../pages/developers/test-inbox-page.js'), 'TestInboxPage'),
});
const requestLog = createRoute({
  ...within,
  path: '/request-logs',
  validateSearch: search.requestsSearch,
  component: lazyPage(() => import('../pages/developers/request-log-page.js'), 'RequestLogPage'),
});
/** The screen of a counter, without the frame of the other pages. */
const till = createRoute({
  ...outside,
  path: '/till',
  beforeLoad: ({ context, location }) => sessionFor(context.queries, location.publicHref),
  component: lazyPage(() => import('../pages/till/till-page.js'), 'TillPage'),
});
const signIn = createRoute({
  ...outside,
  path: '/sign-in',
  validateSearch: search.signInSearch,
  component: lazyPage(() => import('../pages/sign-in/sign-in-page.js'), 'SignInPage'),
});
const signUp = createRoute({
  ...outside,
  path: '/sign-up',
  component: lazyPage(() => import('../pages/sign-in/sign-up-page.js'), 'SignUpPage'),
});
const confirmAccount = createRoute({
  ...outside,
  path: '/confirm-account',
  component: lazyPage(() => import('../pages/sign-in/confirm-account-page.js'), 'ConfirmAccountPage'),
});
const forgotPassword = createRoute({
  ...outside,
  path: '/forgot-password',
  component: lazyPage(() => import('../pages/sign-in/password-pages.js'), 'ForgotPasswordPage'),
});
const resetPassword = createRoute({
  ...outside,
  path: '/reset-password',
  component: lazyPage(() => import('../pages/sign-in/password-pages.js'), 'ResetPasswordPage'),
});
const invitation = createRoute({
  ...outside,
  path: '/accept-invitation',
  component: lazyPage(() => import('../pages/sign-in/invitation-page.js'), 'InvitationPage'),
});

const routeTree = root.addChildren([
  inside.addChildren([
    home,
    start,
    overview,
    goLive,
    payments,
    payment,
    customers,
    balance,
    transactions,
    closing,
    payouts,
    destinations,
    schedule,
    ...[batches, newBatch, batch],
    payout,
    ...[links, link, webhooks, webhook, delivery, events, event],
    ...[profile, apiKeys, members, security, auditLog, testNumbers, testInbox, requestLog],
  ]),
  ...[till, signIn, signUp, confirmAccount, forgotPassword, resetPassword, invitation],
]);

/** The pages at their paths. */
export function newRouter(queries: QueryClient) {
  return createRouter({
    routeTree,
    basepath: '/dashboard',
    context: { queries },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: Waiting,
    defaultErrorComponent: Failed,
    defaultNotFoundComponent: Missing,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}
