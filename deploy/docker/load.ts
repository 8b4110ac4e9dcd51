/** Payments on a stack in containers until SIGTERM, then the audit of its databases (tools/steady-load). */
import { pathToFileURL } from 'node:url';
import { auditedOf, auditorUrl, grantAuditor } from '../local/databases.ts';
import { writeStackFile } from './demo-stack.ts';
import { administratorUrl, SECRETS_FOLDER, vaultIn, withDatabase } from './secrets.ts';

const secrets = vaultIn(SECRETS_FOLDER);
const administrator = administratorUrl(secrets);
await grantAuditor(administrator, withDatabase);
const databases = Object.fromEntries(
  auditedOf(withDatabase).map((service) => [service, auditorUrl(administrator, service, secrets)]),
);
process.env['PAYGATE_STACK_FILE'] = writeStackFile({ auditor: { databases } });
// in this process, which is the first of its container and so gets the signal
await import(pathToFileURL('dist/tools/steady-load/main.js').href);
