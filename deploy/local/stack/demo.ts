import { rmSync } from 'node:fs';
import { StackError } from '../errors.ts';
import { isRecord, readJson, writeJson } from '../files.ts';
import type { DemoContext, DemoResult } from './plan.ts';
import { print, step } from '../progress.ts';
import { commonEnvironment } from './service-environment.ts';
import { asShown, docsAt } from './stack-file.ts';
import type { StackFragment } from './stack-file.ts';

type Merchant = NonNullable<StackFragment['merchant']>;
type Users = NonNullable<StackFragment['users']>;

const RESET_ADVICE =
  'If the demo merchant was suspended, its key revoked or the password of a demo user changed: npm run reset deletes that data.';

/** Creates the demo merchant and its users where they are missing, and makes one payment of the first user. */
export async function runDemo(context: DemoContext, receiverUrl: string): Promise<DemoResult> {
  try {
    return await demonstrate(context, receiverUrl);
  } catch (error) {
    if (!(error instanceof StackError)) throw error;
    throw new StackError([error.message, RESET_ADVICE].join('\n'));
  }
}

/** A second demo account, with an endpoint of its own at the receiver, and a payment. */
export async function seedSecond(
  context: DemoContext,
  receiverUrl: string,
  { users = [] }: StackFragment,
): Promise<StackFragment> {
  const seeded = await seed(context, { file: secondDemoFile(context.paths.demoFile), receiverUrl, users: 0 });
  const half = Math.floor(users.length / 2);
  const account = { ...seeded, users: [...users.slice(half), ...users.slice(0, half)] };
  await payOnce(context, account, { paidFile: `${context.paths.paidFile}.second` });
  return account;
}

/** The file of the second account beside that of the first one. */
export function secondDemoFile(file: string): string {
  return `${file}.second`;
}

/** Makes a payment of the first user, from its creation to the verified webhook. */
async function payOnce(
  { stack, paths, run }: DemoContext,
  account: StackFragment,
  { paidFile, ...shown }: { readonly paidFile: string; readonly output?: 'terminal' },
): Promise<void> {
  const stackFile = `${paths.stackFile}.draft`;
  writeJson(stackFile, { ...stack, ...account });
  try {
    await run({
      name: 'first-payment',
      command: process.execPath,
      args: ['--enable-source-maps', 'dist/tools/demo/first-payment.js'],
      env: { PAYGATE_STACK_FILE: stackFile, PAID_FILE: paidFile },
      ...shown,
    });
  } finally {
    rmSync(stackFile, { force: true });
  }
}

interface Seeding {
  readonly file: string;
  readonly receiverUrl: string;
  readonly users: number;
}

async function seed(context: DemoContext, { file, receiverUrl, users }: Seeding): Promise<DemoFragment> {
  const { gateway } = context.stack;
  if (gateway === undefined) throw new StackError('the stack has no gateway to pay through');
  const variables = { SEED_FILE: file, SEED_USERS: String(users), RECEIVER_URL: receiverUrl };
  await step('demo merchant and users', () =>
    context.run({
      name: 'seed',
      command: process.execPath,
      args: ['--enable-source-maps', 'dist/tools/demo/seed.js'],
      env: {
        ...commonEnvironment(context, 'operator'),
        ...variables,
        GATEWAY_URL: gateway.url,
        GATEWAY_CA: gateway.ca,
      },
    }),
  );
  return demoFragment(file, { gatewayUrl: gateway.url, receiverUrl });
}

async function demonstrate(context: DemoContext, receiverUrl: string): Promise<DemoResult> {
  const { paths, options } = context;
  const fragment = await seed(context, { file: paths.demoFile, receiverUrl, users: options.users });

  print('a payment:');
  await payOnce(context, fragment, { paidFile: paths.paidFile, output: 'terminal' });
  return { fragment, banner: banner(context, fragment, paymentPageIn(paths.paidFile)) };
}

interface DemoFragment {
  readonly merchant: Merchant;
  readonly users: Users;
  readonly dashboard: NonNullable<StackFragment['dashboard']>;
}

/** The demo merchant's part of stack.json, from the file that the seed has written. */
export function demoFragment(
  file: string,
  { gatewayUrl, receiverUrl }: { readonly gatewayUrl: string; readonly receiverUrl: string },
): DemoFragment {
  const seed = readJson(file);
  if (!isRecord(seed)) throw new StackError(`${file} does not hold the demo merchant`);
  const text = (name: string): string => String(seed[name]);
  const owner = seed['owner'] as Merchant['owner'];
  return {
    merchant: {
      id: text('merchantId'),
      publishableKey: text('publishableKey'),
      secretKey: text('secretKey'),
      webhookSecret: text('webhookSecret'),
      webhookReceiver: { url: receiverUrl },
      owner,
    },
    dashboard: { url: `${gatewayUrl}/dashboard/`, email: owner.email, password: owner.password },
    users: seed['users'] as Users,
  };
}

/** The link of the payment that the demo has left to a person; undefined where there is none. */
function paymentPageIn(file: string): string | undefined {
  const paid = readJson(file);
  const link = isRecord(paid) ? paid['paymentPage'] : undefined;
  return typeof link === 'string' ? link : undefined;
}

function banner(
  { stack, paths }: DemoContext,
  { merchant, users, dashboard }: DemoFragment,
  paymentPage: string | undefined,
): readonly string[] {
  const url = stack.gateway?.url ?? '';
  const ca = stack.gateway?.ca ?? '';
  const [user] = users;
  return [
    '',
    `  gateway          ${url}   (certificate authority: ${ca})`,
    `  docs             ${docsAt(url)}`,
    `  dashboard        ${dashboard.url}   ${dashboard.email}   password ${dashboard.password}`,
    `  test inbox       ${stack.inbox?.url ?? ''}`,
    `  payers' phones   ${stack.rails?.phone ?? ''}`,
    `  demo receiver    ${merchant.webhookReceiver.url}/received`,
    `  publishable key  ${merchant.publishableKey}`,
    `  secret key       ${merchant.secretKey}`,
    `  webhook secret   ${merchant.webhookSecret}`,
    `  demo user        ${user?.phoneNumber ?? ''}   password ${user?.password ?? ''}`,
    '',
    ...(paymentPage === undefined
      ? []
      : [
          '  Pay in a browser, as the demo user from the wallet or with the phone alone; the code is in the test inbox:',
          `  ${paymentPage}`,
          '',
        ]),
    '  Try:',
    `  curl --cacert ${ca} ${url}/gateway -H 'content-type: application/json' \\`,
    `    -H 'x-api-key: ${merchant.secretKey}' -d '{"amount": "5000", "currency": "XAF"}'`,
    '',
    `  The same facts are in ${asShown(paths.stackFile)}. Ctrl-C stops everything.`,
    '',
  ];
}
