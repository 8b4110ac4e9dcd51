import { runDemo } from './demo.ts';
import type { Preparation, ServiceDefinition, StackPlan } from './plan.ts';
import { app, commonEnvironment, mainOf } from './service-environment.ts';
import { asShown } from './stack-file.ts';

/** The processes of the stack, in the order in which they are shown. */
const SERVICES: readonly ServiceDefinition[] = [
  app({
    name: 'gateway',
    ports: { gateway: { variable: 'GATEWAY_PORT', preferred: 8443 } },
    env: ({ port, tls }) => ({ PORT: String(port('gateway')), TLS_CERT_FILE: tls.cert, TLS_KEY_FILE: tls.key }),
    publish: ({ port, tls }) => ({
      gateway: { url: `https://localhost:${String(port('gateway'))}`, ca: asShown(tls.ca) },
    }),
  }),
  app({ name: 'auth', database: true }),
  app({ name: 'intents', database: true }),
  app({ name: 'otp', database: true }),
  app({ name: 'charging', database: true }),
  app({ name: 'webhooks', database: true }),
  app({
    name: 'rail-simulator',
    ports: { 'rail-simulator': {}, inbox: {} },
    env: ({ port }) => ({ PORT: String(port('rail-simulator')), INBOX_PORT: String(port('inbox')) }),
    publish: ({ port }) => ({
      railSimulator: { url: `http://127.0.0.1:${String(port('rail-simulator'))}` },
      inbox: { url: `http://127.0.0.1:${String(port('inbox'))}` },
    }),
  }),
];

const MIGRATIONS = SERVICES.filter(({ database }) => database).map(({ name, env }): Preparation => ({
  name: `${name}-migrate`,
  args: [mainOf(name), 'migrate'],
  env,
}));

const TOPICS: Preparation = {
  name: 'topics',
  args: ['dist/libs/messaging/src/topics.cli.js'],
  env: (context) => commonEnvironment(context, 'gateway'),
};

export const PLAN: StackPlan = {
  build: { name: 'build', command: 'npm', args: ['run', '--silent', 'build'] },
  preparations: [...MIGRATIONS, TOPICS],
  services: SERVICES,
  demo: runDemo,
};
