/** Makes a database and a role for each service that keeps one, with the passwords of the vault. */
import { ensureDatabases } from '../local/databases.ts';
import { PLAN } from '../local/services.ts';
import { administratorUrl, SECRETS_FOLDER, vaultIn } from './secrets.ts';

const secrets = vaultIn(SECRETS_FOLDER);
const services = PLAN.services.filter(({ database }) => database).map(({ name }) => name);
await ensureDatabases(administratorUrl(secrets), services, secrets);
