import { readFileSync } from 'node:fs';
import { runProductionDemo } from './demo.ts';
import type { Environment, ServiceDefinition, StackContext, StackPlan } from './plan.ts';
import { railCredentials } from './rail-credentials.ts';
import { healthPort } from './service-environment.ts';
import { PLAN, RECEIVER_PATH, receiverUrl } from './services.ts';

const RELAY = 'tls-relay';

/** The servers that are reached over TLS, by the port of the relay in front of them. */
const RELAYED = {
  'rails-tls': 'rails',
  'sms-tls': 'inbox',
  'smtp-tls': 'inbox-smtp',
  'receiver-tls': 'receiver',
} as const;

const tlsAddress = ({ firstPort }: StackContext, port: keyof typeof RELAYED): string =>
  `localhost:${String(firstPort(port))}`;

/** The demo merchant's webhook endpoint of live mode, which has https and a name. */
const liveReceiverUrl = (context: StackContext): string =>
  `https://${tlsAddress(context, 'receiver-tls')}${RECEIVER_PATH}`;

/** Operators and currencies of live mode, and the contact, as the pages name them. */
const OPERATORS = 'mtn_momo:XAF,orange_money:XAF';
const SUPPORT_URL = 'mailto:help@pay.example';

/** The settings of a production in which a service differs; undefined takes a variable away. */
type Changes = Readonly<Record<string, string | undefined>>;

/** Node trusts the authority of the stack's certificate in place of a public one. */
const trust = ({ tls }: StackContext): Changes => ({ NODE_EXTRA_CA_CERTS: tls.ca });

const without = (names: readonly string[]): Changes => Object.fromEntries(names.map((name) => [name, undefined]));

/**
 * Operators, SMS and mail of live mode: the simulator as each of them is reached, by its own protocol and over TLS. Rails of test mode stay
 * at their own host.
 */
const CHANGES: Readonly<Record<string, (context: StackContext) => Changes>> = {
  gateway: () => ({ DOCS_LIVE_OPERATORS: OPERATORS, SUPPORT_URL }),
  checkout: () => ({ SUPPORT_URL }),
  intents: () => without(['AMOUNT_BOUNDS']),
  otp: (context) => ({
    ...without(['INBOX_URL', 'INBOX_TOKEN', 'INBOX_SMTP_URL']),
    ...trust(context),
    SMS_PROVIDER_URL: `https://${tlsAddress(context, 'sms-tls')}/sms`,
    SMS_PROVIDER_TOKEN: context.secrets.get('inboxToken'),
    EMAIL_SMTP_URL: `smtps://paygate:${context.secrets.get('inboxToken')}@${tlsAddress(context, 'smtp-tls')}`,
    EMAIL_SMTP_CA: readFileSync(context.tls.ca, 'utf8'),
  }),
  charging: (context) => ({
    ...without(['AMOUNT_BOUNDS']),
    ...trust(context),
    MTN_MOMO_LIVE_URL: `https://${tlsAddress(context, 'rails-tls')}`,
    ORANGE_MONEY_LIVE_URL: `https://${tlsAddress(context, 'rails-tls')}`,
    ...liveCredentials(context),
  }),
  webhooks: (context) => ({
    ...trust(context),
    WEBHOOK_ALLOWED_ADDRESSES: ['receiver-tls', 'receiver', 'own-endpoint']
      .map((port) => `127.0.0.1:${String(context.firstPort(port))}`)
      .join(','),
  }),
};

/** Those that the simulator has issued, under the names of live mode. */
function liveCredentials({ secrets }: StackContext): Changes {
  return Object.fromEntries(
    Object.entries(railCredentials(secrets)).map(([name, value]) => [name.replace('_TEST_', '_LIVE_'), value]),
  );
}

/** Processes that stand in the place of others: they are no part of a production. */
const OF_OTHERS: readonly string[] = ['rail-simulator', 'receiver'];

function inProduction(service: ServiceDefinition): ServiceDefinition {
  if (OF_OTHERS.includes(service.name)) return service;
  const env = (context: StackContext): Environment => {
    const changed: Readonly<Record<string, string | undefined>> = {
      ...service.env(context),
      TEST_MODE: undefined,
      ...CHANGES[service.name]?.(context),
    };
    return Object.fromEntries(
      Object.entries(changed).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
  };
  return { ...service, env };
}

const RELAY_SERVICE: ServiceDefinition = {
  name: RELAY,
  single: true,
  args: ['deploy/local/stack/tls-relay.ts'],
  database: false,
  ports: Object.fromEntries([healthPort(RELAY), ...Object.keys(RELAYED)].map((name) => [name, {}])),
  env: ({ port, tls }) => ({
    HEALTH_PORT: String(port(healthPort(RELAY))),
    RELAYS: Object.entries(RELAYED)
      .map(([front, behind]) => `${String(port(front))}:${String(port(behind))}`)
      .join(','),
    TLS_CERT_FILE: tls.cert,
    TLS_KEY_FILE: tls.key,
  }),
  healthUrl: ({ port }) => `http://127.0.0.1:${String(port(healthPort(RELAY)))}`,
};

/**
 * The stack with the settings of a production: no service has TEST_MODE, and live mode reaches operators, SMS and mail as it would outside.
 * Behind these addresses is the simulator, a process of its own that plays their part.
 */
export const PRODUCTION: StackPlan = {
  ...PLAN,
  services: [...PLAN.services.map(inProduction), RELAY_SERVICE],
  demo: (context) =>
    runProductionDemo(context, { receiver: receiverUrl(context), liveEndpoint: liveReceiverUrl(context) }),
};
