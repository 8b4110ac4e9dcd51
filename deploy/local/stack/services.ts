import { readFileSync } from 'node:fs';
import { databaseName } from '../databases.ts';
import { demoKeyIn, runDemo, secondDemoFile, seedSecond } from './demo.ts';
import type { Environment, Preparation, ServiceDefinition, StackContext, StackPlan } from './plan.ts';
import { momoCredentials, railCredentials } from './rail-credentials.ts';
import type { StackFragment } from './stack-file.ts';
import { app, commonEnvironment, dataKeys, kafkaLogin, mainOf, redisLogin } from './service-environment.ts';

/** Suites make payments in a currency that nothing collects. */
const AMOUNT_BOUNDS = 'XAF:100-1000000,XOF:100-1000000';

export const RECEIVER_PATH = '/hooks';

/** The demo merchant's webhook endpoint. */
export function receiverUrl({ port }: StackContext): string {
  return `http://127.0.0.1:${String(port('receiver'))}${RECEIVER_PATH}`;
}

/** All customers of a local stack share one address; the set-up of a production has its limits. */
const SHARED_ADDRESS = {
  gateway: {
    RATE_LIMIT_SIGN_INS_PER_MINUTE: '2400',
    RATE_LIMIT_SIGN_IN_BURST: '2400',
    RATE_LIMIT_LINK_ADDRESS_PER_MINUTE: '600',
  },
  otp: { OTP_SENDS_PER_ADDRESS: '6000', OTP_CHECKS_PER_ADDRESS: '30000', OTP_PHONE_SENDS_PER_ADDRESS: '600' },
} as const;

/**
 * For load tests: every rate, send and sign-in limit raised out of the way, and short waits for rails. A code is still checked five
 * times at most.
 */
export const HIGH_LIMITS: Readonly<Record<string, Environment>> = {
  gateway: {
    RATE_LIMIT_LIVE_PER_SECOND: '1000000',
    RATE_LIMIT_TEST_PER_SECOND: '1000000',
    RATE_LIMIT_SIGN_INS_PER_MINUTE: '1000000',
    RATE_LIMIT_SIGN_IN_BURST: '1000000',
    RATE_LIMIT_DASHBOARD_MEMBER_PER_SECOND: '1000000',
    RATE_LIMIT_DASHBOARD_ADDRESS_PER_SECOND: '1000000',
    RATE_LIMIT_CHECKOUT_ADDRESS_PER_SECOND: '1000000',
    RATE_LIMIT_LINK_ADDRESS_PER_MINUTE: '1000000',
    RATE_LIMIT_LINK_PER_MINUTE: '1000000',
    QUOTA_TEST_INTENTS_PER_DAY: '1000000000',
    QUOTA_TEST_BYTES_PER_DAY: '1000000000000',
  },
  auth: {
    SIGN_IN_FREE_ATTEMPTS: '100000',
    SIGN_IN_QUEUE_SIZE: '10000',
    NEW_PASSWORD_QUEUE_SIZE: '10000',
    MEMBER_MAILS_PER_EMAIL: '1000000',
    MEMBER_INVITATIONS_PER_EMAIL: '1000000',
    MEMBER_MAILS_PER_SOURCE: '1000000',
  },
  otp: {
    OTP_SENDS_PER_WINDOW: '100000',
    OTP_RESEND_SPACING_SECONDS: '0',
    OTP_WRONG_CHECKS_PER_DAY: '100000',
    OTP_SENDS_PER_ADDRESS: '0',
    OTP_SENDS_PER_DAY: '100000',
    OTP_PHONE_SENDS_PER_ADDRESS: '3000',
    OTP_PHONE_SENDS_PER_MERCHANT_DAY: '100000000',
    OTP_CHECKS_PER_ADDRESS: '0',
    OTP_SENDS_PER_KEY: '0',
    OTP_CHECKS_PER_KEY: '0',
  },
  charging: {
    PAYOUTS_PER_DAY: '10000',
    // demo users have more than a wallet may hold otherwise
    WALLET_BALANCE_MAX: '100000000000',
    PROMPTS_PER_PHONE: '1000000',
    PROMPTS_PER_DAY: '1000000',
    // runs with faults wait for many lost answers
    RAIL_CALL_SECONDS: '3',
    RAIL_LEASE_SECONDS: '6',
    RAIL_TIME_COMPRESSION: '5',
  },
};

function sharedAddress({ options }: StackContext, service: keyof typeof SHARED_ADDRESS): Environment {
  return options.production ? {} : SHARED_ADDRESS[service];
}

function limits({ options }: StackContext, service: string): Environment {
  return options.limits === 'high' ? (HIGH_LIMITS[service] ?? {}) : {};
}

const inboxUrl = ({ port }: StackContext): string => `http://127.0.0.1:${String(port('inbox'))}`;

const railsUrl = ({ port }: StackContext): string => `http://127.0.0.1:${String(port('rails'))}`;

const gatewayUrl = ({ port }: StackContext): string => `https://localhost:${String(port('gateway'))}`;

/** The address that customers know: one, however many gateways there are. */
const publicUrl = ({ firstPort }: StackContext): string => `https://localhost:${String(firstPort('gateway'))}`;

/** The hosted payment page, to which the gateway passes on what is sent to `/checkout/`. */
const checkoutUrl = ({ port }: StackContext): string => `http://127.0.0.1:${String(port('checkout'))}`;

/** Nothing of the stack listens there: on the first a developer's own endpoint may, on the second one of the second account. */
const OWN_ENDPOINTS = ['own-endpoint', 'second-endpoint'] as const;

function ownEndpoint({ port }: StackContext, name: (typeof OWN_ENDPOINTS)[number]): Pick<StackFragment, 'ownEndpoint'> {
  return { ownEndpoint: { url: `http://127.0.0.1:${String(port(name))}` } };
}

/** The pages of wallets are those of the demo merchant; without one, as in the environments of containers, there are none. */
function walletKey(key: string | undefined): Environment {
  return key === undefined ? {} : { WALLET_API_KEY: key };
}

/** The services of the stack, in the order in which they are shown. */
const SERVICES: readonly ServiceDefinition[] = [
  app({
    name: 'gateway',
    ports: { gateway: { variable: 'GATEWAY_PORT', preferred: 8443 } },
    env: (context) => ({
      PORT: String(context.port('gateway')),
      PUBLIC_URL: publicUrl(context),
      DOCS_TEST_OPERATORS: 'mtn_momo:XAF,orange_money:XAF',
      TLS_CERT_FILE: context.tls.cert,
      TLS_KEY_FILE: context.tls.key,
      API_KEY_PEPPER: context.secrets.key('api-key-pepper'),
      SESSION_TOKEN_SECRETS: context.secrets.key('session-token'),
      CHECKOUT_URL: checkoutUrl(context),
      CHECKOUT_KEYS: context.secrets.key('checkout'),
      ...redisLogin(context, 'gateway'),
      ...sharedAddress(context, 'gateway'),
      ...limits(context, 'gateway'),
    }),
    url: gatewayUrl,
    publish: (context) => ({ gateway: { url: gatewayUrl(context), ca: context.tls.ca } }),
  }),
  app({
    name: 'checkout',
    afterDemo: true,
    ports: { checkout: {} },
    env: (context) => ({
      PORT: String(context.port('checkout')),
      GATEWAY_URL: gatewayUrl(context),
      GATEWAY_CA: readFileSync(context.tls.ca, 'utf8'),
      CHECKOUT_KEYS: context.secrets.key('checkout'),
      CHECKOUT_COOKIE_KEYS: context.secrets.key('checkout-cookie'),
      ...walletKey(demoKeyIn(context.paths.demoFile)),
    }),
    publish: (context) => ({ checkout: { url: `${gatewayUrl(context)}/checkout` } }),
  }),
  app({
    name: 'auth',
    database: true,
    env: (context) => ({
      API_KEY_PEPPER: context.secrets.key('api-key-pepper'),
      PHONE_INDEX_KEY: context.secrets.key('phone-index'),
      AUTH_DATA_KEYS: dataKeys(context, 'auth'),
      VAPID_PRIVATE_KEY: context.secrets.key('vapid'),
      VAPID_SUBJECT: publicUrl(context),
      ...limits(context, 'auth'),
    }),
  }),
  app({ name: 'intents', database: true, env: () => ({ AMOUNT_BOUNDS }) }),
  app({
    name: 'otp',
    database: true,
    env: (context) => ({
      OTP_PEPPER: context.secrets.key('otp-pepper'),
      OTP_DATA_KEYS: dataKeys(context, 'otp'),
      DASHBOARD_URL: `${publicUrl(context)}/dashboard`,
      INBOX_URL: inboxUrl(context),
      INBOX_TOKEN: context.secrets.get('inboxToken'),
      INBOX_SMTP_URL: `smtp://127.0.0.1:${String(context.port('inbox-smtp'))}`,
      ...sharedAddress(context, 'otp'),
      ...limits(context, 'otp'),
    }),
  }),
  app({
    name: 'charging',
    database: true,
    env: (context) => ({
      AMOUNT_BOUNDS,
      CHARGING_DATA_KEYS: dataKeys(context, 'charging'),
      PAYER_INDEX_KEY: context.secrets.key('payer-index'),
      RAIL_CALLBACK_URL: gatewayUrl(context),
      MTN_MOMO_TEST_URL: railsUrl(context),
      ORANGE_MONEY_TEST_URL: railsUrl(context),
      ...railCredentials(context.secrets),
      ...limits(context, 'charging'),
    }),
  }),
  app({
    name: 'webhooks',
    database: true,
    env: (context) => ({
      ...redisLogin(context, 'webhooks'),
      WEBHOOKS_DATA_KEYS: dataKeys(context, 'webhooks'),
      WEBHOOK_ALLOWED_ADDRESSES: ['receiver', ...OWN_ENDPOINTS]
        .map((port) => `127.0.0.1:${String(context.port(port))}`)
        .join(','),
    }),
  }),
  app({
    name: 'rail-simulator',
    single: true,
    database: true,
    ports: { inbox: {}, 'inbox-smtp': {}, rails: {} },
    env: (context) => ({
      INBOX_PORT: String(context.port('inbox')),
      INBOX_SMTP_PORT: String(context.port('inbox-smtp')),
      INBOX_TOKEN: context.secrets.get('inboxToken'),
      RAILS_PORT: String(context.port('rails')),
      CALLBACK_CA: readFileSync(context.tls.ca, 'utf8'),
      ...railCredentials(context.secrets),
    }),
    publish: (context) => {
      const url = inboxUrl(context);
      const momo = momoCredentials(context.secrets);
      const rails = { url: railsUrl(context), control: `${url}/control`, phone: `${url}/phone`, momo };
      return { inbox: { url }, rails };
    },
  }),
  {
    name: 'receiver',
    single: true,
    args: ['--enable-source-maps', 'dist/tools/demo/receiver.js'],
    database: false,
    ports: { receiver: {}, ...Object.fromEntries(OWN_ENDPOINTS.map((name) => [name, {}])) },
    env: ({ port, paths }) => ({
      RECEIVER_PORT: String(port('receiver')),
      RECEIVER_PATH,
      RECEIVER_SECRET_FILE: paths.demoFile,
      RECEIVER_SECOND_SECRET_FILE: secondDemoFile(paths.demoFile),
    }),
    healthUrl: (context) => `${receiverUrl(context)}/received?limit=1`,
    publish: (context) => ownEndpoint(context, OWN_ENDPOINTS[0]),
  },
];

export function migrationName(service: string): string {
  return `${service}-migrate`;
}

const MIGRATIONS = SERVICES.filter(({ database }) => database).map(({ name }): Preparation => ({
  name: migrationName(name),
  args: [mainOf(name), 'migrate'],
  env: ({ migrationUrl }) => ({ DATABASE_URL: migrationUrl(name), DATABASE_RUNTIME_ROLE: databaseName(name) }),
}));

const TOPICS: Preparation = {
  name: 'topics',
  args: ['dist/libs/messaging/src/topics.cli.js'],
  env: (context) => ({
    ...commonEnvironment(context, 'operator'),
    ...kafkaLogin(context, 'topics'),
    // as many as a machine runs replicas of a service
    TOPIC_PARTITIONS: '3',
  }),
};

export const PLAN: StackPlan = {
  build: { name: 'build', command: 'npm', args: ['run', '--silent', 'build'] },
  preparations: [...MIGRATIONS, TOPICS],
  services: SERVICES,
  demo: (context) => runDemo(context, receiverUrl(context)),
  secondAccount: async (context, first) => ({
    ...(await seedSecond(context, `${receiverUrl(context)}/second`, first)),
    ...ownEndpoint(context, OWN_ENDPOINTS[1]),
  }),
};
