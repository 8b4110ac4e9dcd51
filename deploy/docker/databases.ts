/**
 * Creates a database and roles for each service that has one, with the passwords of the vault, and the role of the auditor, which
 * gets its columns of the tables that exist: run it again after the migrations.
 */
import { ensureDatabases, grantAuditor } from '../local/databases.ts';
import { administratorUrl, SECRETS_FOLDER, vaultIn, withDatabase } from './secrets.ts';

const secrets = vaultIn(SECRETS_FOLDER);
await ensureDatabases(administratorUrl(secrets), withDatabase, secrets);
await grantAuditor(administratorUrl(secrets), withDatabase);
