#!/usr/bin/env node
/**
 * `paygate listen --forward-to URL` sends the events of an account to a URL on this machine; `paygate verify-endpoint URL` checks how
 * an endpoint verifies signatures. The secret key is in PAYGATE_SECRET_KEY, never an argument, which other users of the machine can
 * read.
 */
import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.js';
import { listen } from './listen.js';
import { apiBaseOf, secretKeyOf, urlOf, webhookSecretOf } from './settings.js';
import { verifyEndpoint } from './verify-endpoint.js';

// eslint-disable-next-line no-restricted-properties -- a command runs in the environment of its caller
const variables = process.env;

const USAGE = `paygate listen --forward-to URL [--cursor-file FILE] [--api-base URL]
paygate verify-endpoint URL

PAYGATE_SECRET_KEY      the secret key, or a restricted key with the scope events:read (listen)
PAYGATE_BASE_URL        the API, where --api-base is absent
PAYGATE_WEBHOOK_SECRET  the secret that signs, whsec_…; listen makes one when it is absent
NODE_EXTRA_CA_CERTS     a certificate authority that Node.js is to trust, of a local stack for example`;

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof UsageError ? `${error.message}\n\n${USAGE}` : messageOf(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parsed(args);
  const [command, url] = positionals;
  if (values.help === true) {
    console.log(USAGE);
    return 0;
  }
  if (command === 'listen') {
    if (values['forward-to'] === undefined) throw new UsageError('listen needs --forward-to URL.');
    await listen({
      apiBase: apiBaseOf(values['api-base'] ?? variables['PAYGATE_BASE_URL']),
      secretKey: secretKeyOf(variables['PAYGATE_SECRET_KEY']),
      forwardTo: urlOf(values['forward-to']),
      cursorFile: values['cursor-file'] ?? '.paygate-cursor',
      secret: webhookSecretOf(variables['PAYGATE_WEBHOOK_SECRET']),
      signal: stopped(),
    });
    return 0;
  }
  if (command !== 'verify-endpoint') throw new UsageError('The command is listen or verify-endpoint.');
  if (url === undefined) throw new UsageError('verify-endpoint needs the URL of the endpoint.');
  const secret = webhookSecretOf(variables['PAYGATE_WEBHOOK_SECRET']);
  if (secret === undefined)
    throw new UsageError('PAYGATE_WEBHOOK_SECRET is not set: the secret that the endpoint verifies with.');
  return (await verifyEndpoint(urlOf(url), secret)) ? 0 : 1;
}

function parsed(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    const help = { type: 'boolean', short: 'h' } as const;
    const options = { 'forward-to': text, 'cursor-file': text, 'api-base': text, help };
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
