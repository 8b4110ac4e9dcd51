/**
 * Makes a database and roles for each service that keeps one, with the passwords of the vault, and a role that reads what the
 * auditor asks for. Of tables that are made later it may read when this has run again.
 */
import { ensureDatabases, letAuditorRead } from '../local/databases.ts';
import { administratorUrl, SECRETS_FOLDER, vaultIn, withDatabase } from './secrets.ts';

const secrets = vaultIn(SECRETS_FOLDER);
await ensureDatabases(administratorUrl(secrets), withDatabase, secrets);
await letAuditorRead(administratorUrl(secrets), withDatabase);
