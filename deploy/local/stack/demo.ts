import { rmSync } from 'node:fs';
import { StackError } from '../errors.ts';
import { isRecord, readJson, writeJson } from '../files.ts';
import type { DemoContext, DemoResult } from './plan.ts';
import { print, step } from '../progress.ts';
import { commonEnvironment } from './service-environment.ts';
import { asShown, docsAt, walletAt } from './stack-file.ts';
import type { StackFragment } from './stack-file.ts';

type Merchant = NonNullable<StackFragment['merchant']>;
type Staff = NonNullable<StackFragment['staff']>;
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
  /** where the receiver shows what arrived */
  readonly receiverUrl: string;
  /** the URL of the endpoint, when it is another one */
  readonly endpointUrl?: string;
  readonly users: number;
  /** `live`: the keys are of live mode, which the account then has */
  readonly mode?: 'live' | 'test';
  /** the file of an account that gets these keys, rather than a new one */
  readonly accountFile?: string;
}

async function seed(context: DemoContext, seeding: Seeding): Promise<DemoFragment> {
  const { file, receiverUrl, endpointUrl = receiverUrl, users, mode = 'test', accountFile } = seeding;
  const { gateway } = context.stack;
  if (gateway === undefined) throw new StackError('the stack has no gateway to pay through');
  const variables = {
    SEED_FILE: file,
    SEED_USERS: String(users),
    SEED_MODE: mode,
    RECEIVER_URL: endpointUrl,
    ...(accountFile === undefined ? {} : { SEED_ACCOUNT_FILE: accountFile }),
  };
  await step(`demo merchant and users of ${mode} mode`, () =>
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

interface ProductionReceiver {
  /** where the receiver shows what arrived */
  readonly receiver: string;
  /** its address for deliveries of live mode */
  readonly liveEndpoint: string;
}

/**
 * Creates an account with keys of both modes, and makes a payment of live mode. The account and its live keys are in stack.json where those
 * of test mode are on another stack; its test keys, with users who have wallets, are under `test`.
 */
export async function runProductionDemo(
  context: DemoContext,
  { receiver, liveEndpoint }: ProductionReceiver,
): Promise<DemoResult> {
  const { paths, options } = context;
  const account = { file: paths.demoFile, receiverUrl: receiver, endpointUrl: liveEndpoint };
  const live = await seed(context, { ...account, users: 0, mode: 'live' });
  const testFile = secondDemoFile(paths.demoFile);
  const testKeys = { file: testFile, accountFile: paths.demoFile, receiverUrl: `${receiver}/second` };
  const { merchant, users } = await seed(context, { ...testKeys, users: options.users });
  print('a payment of live mode:');
  await payOnce(context, live, { paidFile: paths.paidFile, output: 'terminal' });
  const fragment = { ...live, users: [], test: { merchant: { ...merchant, owner: undefined }, users } };
  return { fragment, banner: productionBanner(context, fragment, paymentPageIn(paths.paidFile)) };
}

interface DemoFragment {
  readonly merchant: Merchant;
  readonly users: Users;
  readonly dashboard: NonNullable<StackFragment['dashboard']>;
  readonly staff?: Staff;
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
    ...(seed['staff'] === undefined ? {} : { staff: seed['staff'] as Staff }),
  };
}

/** The publishable key of the demo merchant; undefined where there is none. */
export function demoKeyIn(file: string): string | undefined {
  const seed = readJson(file);
  return isRecord(seed) ? String(seed['publishableKey']) : undefined;
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
    ...addresses(stack, dashboard, 'test inbox'),
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

function addresses(stack: StackFragment, dashboard: DemoFragment['dashboard'], inbox: string): readonly string[] {
  const { url = '', ca = '' } = stack.gateway ?? {};
  return [
    '',
    `  gateway          ${url}   (certificate authority: ${ca})`,
    `  docs             ${docsAt(url)}`,
    `  dashboard        ${dashboard.url}   ${dashboard.email}   password ${dashboard.password}`,
    `  ${inbox.padEnd(15)}  ${stack.inbox?.url ?? ''}`,
    `  payers' phones   ${stack.rails?.phone ?? ''}`,
    `  wallet pages     ${walletAt(stack.checkout?.url ?? '')}`,
  ];
}

function productionBanner(
  { stack, paths }: DemoContext,
  { merchant, dashboard, test }: DemoFragment & { readonly test: NonNullable<StackFragment['test']> },
  paymentPage: string | undefined,
): readonly string[] {
  const [user] = test.users;
  return [
    ...addresses(stack, dashboard, 'SMS and mail'),
    ...[merchant, test.merchant].flatMap(({ publishableKey, secretKey, webhookSecret, webhookReceiver }, index) => [
      '',
      index === 0 ? '  live mode' : '  test mode',
      `  publishable key  ${publishableKey}`,
      `  secret key       ${secretKey}`,
      `  webhook secret   ${webhookSecret}`,
      `  demo receiver    ${webhookReceiver.url}/received`,
    ]),
    `  demo user        ${user?.phoneNumber ?? ''}   password ${user?.password ?? ''}`,
    '',
    ...(paymentPage === undefined
      ? []
      : ['  Pay in a browser by mobile money; the code is in SMS and mail:', `  ${paymentPage}`, '']),
    '  The operators, SMS and mail are played by the simulator; no money moves.',
    `  The same facts are in ${asShown(paths.stackFile)}. Ctrl-C stops everything.`,
    '',
  ];
}
