import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { currentSession } from '../api/session.js';
import { Failed, Missing, Waiting } from './fallbacks.js';
import {
  deliverySearch,
  eventsSearch,
  listSearch,
  overviewSearch,
  paymentsSearch,
  requestsSearch,
  signInSearch,
} from '../urls/search.js';

const root = createRootRouteWithContext<{ readonly queries: QueryClient }>()({ notFoundComponent: Missing });
const outside = { getParentRoute: () => root };

/** Pages behind the sign-in: without a session they lead there, and come back. */
const inside = createRoute({
  ...outside,
  id: 'inside',
  beforeLoad: async ({ context, location }) => {
    const session = await currentSession(context.queries);
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the router's own way out
    if (session === null) throw redirect({ to: '/sign-in', search: { next: location.href } });
    return { session };
  },
  component: lazyRouteComponent(() => import('../shell/shell.js'), 'Shell'),
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
  component: lazyRouteComponent(() => import('../pages/start/start-page.js'), 'StartPage'),
});
const overview = createRoute({
  ...within,
  path: '/overview',
  validateSearch: overviewSearch,
  component: lazyRouteComponent(() => import('../pages/overview/overview-page.js'), 'OverviewPage'),
});
const goLive = createRoute({
  ...within,
  path: '/go-live',
  component: lazyRouteComponent(() => import('../pages/start/go-live-page.js'), 'GoLivePage'),
});
const payments = createRoute({
  ...within,
  path: '/payments',
  validateSearch: paymentsSearch,
  component: lazyRouteComponent(() => import('../pages/payments/payments-page.js'), 'PaymentsPage'),
});
const payment = createRoute({
  ...within,
  path: '/payments/$id',
  component: lazyRouteComponent(() => import('../pages/payments/payment-page.js'), 'PaymentPage'),
});
const customers = createRoute({
  ...within,
  path: '/customers',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../pages/payments/customers-page.js'), 'CustomersPage'),
});
const links = createRoute({
  ...within,
  path: '/payment-links',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../pages/links/links-page.js'), 'LinksPage'),
});
const link = createRoute({
  ...within,
  path: '/payment-links/$id',
  component: lazyRouteComponent(() => import('../pages/links/link-page.js'), 'LinkPage'),
});
const webhooks = createRoute({
  ...within,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../pages/webhooks/webhooks-page.js'), 'WebhooksPage'),
});
const webhook = createRoute({
  ...within,
  path: '/webhooks/$id',
  validateSearch: deliverySearch,
  component: lazyRouteComponent(() => import('../pages/webhooks/webhook-page.js'), 'WebhookPage'),
});
const delivery = createRoute({
  ...within,
  path: '/deliveries/$id',
  component: lazyRouteComponent(() => import('../pages/webhooks/delivery-page.js'), 'DeliveryPage'),
});
const events = createRoute({
  ...within,
  path: '/events',
  validateSearch: eventsSearch,
  component: lazyRouteComponent(() => import('../pages/events/events-page.js'), 'EventsPage'),
});
const event = createRoute({
  ...within,
  path: '/events/$id',
  component: lazyRouteComponent(() => import('../pages/events/event-page.js'), 'EventPage'),
});
const profile = createRoute({
  ...within,
  path: '/settings/profile',
  component: lazyRouteComponent(() => import('../pages/settings/profile-page.js'), 'ProfilePage'),
});
const apiKeys = createRoute({
  ...within,
  path: '/settings/api-keys',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../pages/settings/api-keys-page.js'), 'ApiKeysPage'),
});
const members = createRoute({
  ...within,
  path: '/settings/members',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../pages/settings/members-page.js'), 'MembersPage'),
});
const security = createRoute({
  ...within,
  path: '/settings/security',
  component: lazyRouteComponent(() => import('../pages/settings/security-page.js'), 'SecurityPage'),
});
const auditLog = createRoute({
  ...within,
  path: '/settings/audit-log',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../pages/settings/audit-log-page.js'), 'AuditLogPage'),
});
const testNumbers = createRoute({
  ...within,
  path: '/test-numbers',
  component: lazyRouteComponent(() => import('../pages/developers/test-numbers-page.js'), 'TestNumbersPage'),
});
const testInbox = createRoute({
  ...within,
  path: '/test-inbox',
  component: lazyRouteComponent(() => import('../pages/developers/test-inbox-page.js'), 'TestInboxPage'),
});
const requestLog = createRoute({
  ...within,
  path: '/request-logs',
  validateSearch: requestsSearch,
  component: lazyRouteComponent(() => import('../pages/developers/request-log-page.js'), 'RequestLogPage'),
});
const signIn = createRoute({
  ...outside,
  path: '/sign-in',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in-page.js'), 'SignInPage'),
});
const signUp = createRoute({
  ...outside,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-up-page.js'), 'SignUpPage'),
});
const confirmAccount = createRoute({
  ...outside,
  path: '/confirm-account',
  component: lazyRouteComponent(() => import('../pages/sign-in/confirm-account-page.js'), 'ConfirmAccountPage'),
});
const forgotPassword = createRoute({
  ...outside,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('../pages/sign-in/password-pages.js'), 'ForgotPasswordPage'),
});
const resetPassword = createRoute({
  ...outside,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('../pages/sign-in/password-pages.js'), 'ResetPasswordPage'),
});
const invitation = createRoute({
  ...outside,
  path: '/accept-invitation',
  component: lazyRouteComponent(() => import('../pages/sign-in/invitation-page.js'), 'InvitationPage'),
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
    links,
    link,
    webhooks,
    webhook,
    delivery,
    events,
    event,
    profile,
    apiKeys,
    members,
    security,
    auditLog,
    testNumbers,
    testInbox,
    requestLog,
  ]),
  ...[signIn, signUp, confirmAccount, forgotPassword, resetPassword, invitation],
]);

/** The pages at their paths. */
export function newRouter(queries: QueryClient) {
  return createRouter({
    routeTree,
    basepath: '/dashboard',
    context: { queries },
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
