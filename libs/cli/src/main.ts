#!/usr/bin/env node
/**
 * `paygate listen --forward-to URL` sends the events of an account to a URL on this machine; `paygate trigger EVENT` makes one happen in
 * test mode; `paygate verify-endpoint URL` checks how an endpoint verifies signatures; `paygate mcp` serves the API to a client of the Model
 * Context Protocol. The secret key is in PAYGATE_SECRET_KEY, never an argument, which other users of the machine can read.
 */
import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.js';
import { listen } from './listen.js';
import { apiBaseOf, cursorFileOf, restrictedKeyOf, secretKeyOf, urlOf, webhookSecretOf } from './settings.js';
import { trigger, triggeredEvents } from './trigger.js';
import { verifyEndpoint } from './verify-endpoint.js';

// eslint-disable-next-line no-restricted-properties -- a command runs in the environment of its caller
const variables = process.env;

const USAGE = `paygate listen --forward-to URL [--cursor-file FILE] [--api-base URL]
paygate trigger EVENT [--destination ID] [--api-base URL]
paygate verify-endpoint URL
paygate mcp [--allow-writes] [--live] [--api-base URL]

EVENT is one of
  ${triggeredEvents.join('\n  ')}

PAYGATE_SECRET_KEY       the secret key; for listen, a restricted key with the scopes events:read and intents:read is enough;
                         for mcp, a restricted key of test mode, or with --live of live mode
PAYGATE_PUBLISHABLE_KEY  the publishable key with which trigger pays; when not set, the first of the account
PAYGATE_BASE_URL         the address of the API, when --api-base is not given
PAYGATE_WEBHOOK_SECRET   the secret that signs deliveries, whsec_…; when not set, listen makes one
NODE_EXTRA_CA_CERTS      the file of a certificate authority for Node.js to trust, such as that of a local stack`;

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof UsageError ? `${error.message}\n\n${USAGE}` : messageOf(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parsed(args);
  const [command, argument, surplus] = positionals;
  if (values.help === true) {
    console.log(USAGE);
    return 0;
  }
  const extra = command === 'listen' || command === 'mcp' ? argument : surplus;
  if (extra !== undefined) throw new UsageError(`There is one argument too many: ${extra}.`);
  switch (command) {
    case 'listen':
      await runListen(values);
      return 0;
    case 'trigger':
      if (argument === undefined) throw new UsageError('trigger needs the name of an event.');
      await trigger(argument, {
        apiBase: apiBaseOf(values['api-base'] ?? variables['PAYGATE_BASE_URL']),
        secretKey: secretKeyOf(variables['PAYGATE_SECRET_KEY']),
        publishableKey: variables['PAYGATE_PUBLISHABLE_KEY'],
        destinationId: values.destination,
        signal: stopped(),
      });
      return 0;
    case 'verify-endpoint':
      return (await runVerifyEndpoint(argument)) ? 0 : 1;
    case 'mcp':
      await runMcp(values);
      return 0;
    case undefined:
    default:
      throw new UsageError('The command must be listen, trigger, verify-endpoint or mcp.');
  }
}

async function runListen(values: ReturnType<typeof parsed>['values']): Promise<void> {
  if (values['forward-to'] === undefined) throw new UsageError('listen needs --forward-to URL.');
  const apiBase = apiBaseOf(values['api-base'] ?? variables['PAYGATE_BASE_URL']);
  const secretKey = secretKeyOf(variables['PAYGATE_SECRET_KEY']);
  await listen({
    apiBase,
    secretKey,
    forwardTo: urlOf(values['forward-to']),
    cursorFile: values['cursor-file'] ?? cursorFileOf({ apiBase, secretKey }, variables['XDG_STATE_HOME']),
    secret: webhookSecretOf(variables['PAYGATE_WEBHOOK_SECRET']),
    signal: stopped(),
  });
}

/** Serves until the input of the process ends. The protocol is loaded by this command alone. */
async function runMcp(values: ReturnType<typeof parsed>['values']): Promise<void> {
  const { serveMcp } = await import('./mcp/server.js');
  serveMcp({
    apiBase: apiBaseOf(values['api-base'] ?? variables['PAYGATE_BASE_URL']),
    key: restrictedKeyOf(variables['PAYGATE_SECRET_KEY'], values.live === true),
    allowsWrites: values['allow-writes'] === true,
  });
}

async function runVerifyEndpoint(url: string | undefined): Promise<boolean> {
  if (url === undefined) throw new UsageError('verify-endpoint needs the URL of the endpoint.');
  const secret = webhookSecretOf(variables['PAYGATE_WEBHOOK_SECRET']);
  if (secret === undefined)
    throw new UsageError('PAYGATE_WEBHOOK_SECRET is not set. It must be the secret with which the endpoint verifies.');
  return verifyEndpoint(urlOf(url), secret);
}

function parsed(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    const help = { type: 'boolean', short: 'h' } as const;
    const flag = { type: 'boolean' } as const;
    const options = {
      ...{ 'forward-to': text, 'cursor-file': text, 'api-base': text, destination: text, help },
      ...{ 'allow-writes': flag, live: flag },
    };
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

/** Ends at Ctrl-C, after the delivery under way. */
function stopped(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => {
      controller.abort();
    });
  return controller.signal;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
