/** Makes a database and roles for each service that keeps one, with the passwords of the vault. */
import { ensureDatabases } from '../local/databases.ts';
import { administratorUrl, SECRETS_FOLDER, vaultIn, withDatabase } from './secrets.ts';

const secrets = vaultIn(SECRETS_FOLDER);
await ensureDatabases(administratorUrl(secrets), withDatabase, secrets);
