/**
 * Creates a database and roles for each service that has one, with the passwords of the vault, and the role of the auditor, which
 * gets its columns of the tables that exist: run it again after the migrations.
 */
import { join } from 'node:path';
import { ensureDatabases, grantAuditor } from '../local/databases.ts';
import { until } from '../trial/commands.ts';
import { administratorUrl, SECRETS_FOLDER, vaultIn, wantsSecureEngines, withDatabase } from './secrets.ts';

const secrets = vaultIn(SECRETS_FOLDER);
const authority = join(SECRETS_FOLDER, 'vault', 'engines', 'ca.pem');
const administrator = administratorUrl(secrets, wantsSecureEngines() ? authority : undefined);
// where the job starts beside PostgreSQL
await until('PostgreSQL has the databases', Number(process.env['ENGINE_WAIT_SECONDS'] ?? '0'), async () => {
  await ensureDatabases(administrator, withDatabase, secrets);
  return true;
});
await grantAuditor(administrator, withDatabase);
