/**
 * Prints the statements that let the role `paygate_auditor` read what the auditor needs of a service's database, for `psql` as the owner of
 * that database. The role must exist, and the migrations must have run.
 *
 *   node deploy/k8s/auditor-rights.ts <service>
 */
import { auditedOf, auditorRights } from '../local/databases.ts';
import { withDatabase } from '../docker/secrets.ts';

const [service = ''] = process.argv.slice(2);
const services = auditedOf(withDatabase);
if (services.includes(service)) for (const { sql } of auditorRights(service)) process.stdout.write(`${sql};\n`);
else {
  process.stderr.write(`usage: auditor-rights.ts <${services.join('|')}>\n`);
  process.exitCode = 64;
}
