import type { MemberScope } from '../api/session.js';
import type { Messages } from '../i18n/en.js';

/** A page of the menu. */
export interface MenuPage {
  readonly to:
    | '/start'
    | '/overview'
    | '/go-live'
    | '/payments'
    | '/till'
    | '/customers'
    | '/balance'
    | '/balance/day'
    | '/payouts'
    | '/payment-links'
    | '/events'
    | '/webhooks'
    | '/test-numbers'
    | '/test-inbox'
    | '/request-logs'
    | '/settings/profile'
    | '/settings/api-keys'
    | '/settings/members'
    | '/settings/security'
    | '/settings/audit-log';
  /** The page is hidden from a role without this scope. */
  readonly scope: MemberScope | null;
  /** The page is left out for a role with this scope, which finds it on another page. */
  readonly without?: MemberScope;
  readonly title: (t: Messages) => string;
  readonly group: 'daily' | 'developers' | 'settings';
}

/** The pages that a role with these scopes may see. */
export function pagesFor(scopes: readonly MemberScope[]): readonly MenuPage[] {
  return menu.filter(
    ({ scope, without }) =>
      (scope === null || scopes.includes(scope)) && (without === undefined || !scopes.includes(without)),
  );
}

/** The menu, in its order. */
const menu: readonly MenuPage[] = [
  { to: '/start', scope: 'api_keys:read', title: (t) => t.start.title, group: 'daily' },
  { to: '/overview', scope: 'intents:read', title: (t) => t.overview.title, group: 'daily' },
  { to: '/payments', scope: 'intents:read', title: (t) => t.payments.title, group: 'daily' },
  { to: '/till', scope: 'till:ask', title: (t) => t.till.menu, group: 'daily' },
  { to: '/customers', scope: 'intents:read', title: (t) => t.customers.title, group: 'daily' },
  { to: '/balance', scope: 'balance:read', title: (t) => t.balance.title, group: 'daily' },
  {
    to: '/balance/day',
    scope: 'refunds:read',
    without: 'balance:read',
    title: (t) => t.balance.ownDay,
    group: 'daily',
  },
  { to: '/payouts', scope: 'payouts:read', title: (t) => t.payouts.title, group: 'daily' },
  { to: '/payment-links', scope: 'payment_links:read', title: (t) => t.links.title, group: 'daily' },
  { to: '/go-live', scope: 'members:read', title: (t) => t.goLive.title, group: 'daily' },
  { to: '/events', scope: 'events:read', title: (t) => t.events.title, group: 'developers' },
  { to: '/webhooks', scope: 'webhook_endpoints:read', title: (t) => t.webhooks.title, group: 'developers' },
  { to: '/request-logs', scope: 'requests:read', title: (t) => t.requests.title, group: 'developers' },
  { to: '/test-numbers', scope: null, title: (t) => t.testNumbers.title, group: 'developers' },
  { to: '/test-inbox', scope: 'test_inbox:read', title: (t) => t.testInbox.title, group: 'developers' },
  { to: '/settings/profile', scope: 'merchant:read', title: (t) => t.profile.title, group: 'settings' },
  { to: '/settings/api-keys', scope: 'api_keys:read', title: (t) => t.keys.title, group: 'settings' },
  { to: '/settings/members', scope: 'members:read', title: (t) => t.members.title, group: 'settings' },
  { to: '/settings/security', scope: null, title: (t) => t.security.title, group: 'settings' },
  { to: '/settings/audit-log', scope: 'audit_events:read', title: (t) => t.audit.title, group: 'settings' },
];
