import type pg from 'pg';

/**
 * Grants a service's role SELECT, INSERT, UPDATE and DELETE on the tables of the role of `client`, each where that owner has the
 * right itself. So a migration that revokes UPDATE and DELETE from CURRENT_USER makes a table that no service can change. Rights
 * that an earlier call granted and this one does not are revoked, in one transaction. Throws when `role` owns the tables itself,
 * because it would revoke the rights that it needs to migrate.
 */
export async function grantToRuntimeRole(client: pg.Client, role: string): Promise<void> {
  const grantee = client.escapeIdentifier(role);
  const { rows: same } = await client.query('SELECT WHERE CURRENT_USER = $1', [role]);
  if (same.length > 0) throw new Error(`${role} owns the tables: a service runs under another role`);
  await client.query('BEGIN');
  const { rows } = await client.query<{ grant: string }>(GRANTS_SQL, [role]);
  for (const statement of [
    `GRANT USAGE ON SCHEMA public TO ${grantee}`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${grantee}`,
    ...rows.map(({ grant }) => grant),
    // which it reads to wait for them
    `GRANT SELECT ON migrations TO ${grantee}`,
    `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${grantee}`,
  ])
    await client.query(statement);
  await client.query('COMMIT');
}

const GRANTS_SQL = `
  SELECT format('GRANT %s ON %s TO %I', string_agg(privilege_type, ', '), oid::regclass, $1::text) AS grant
  FROM pg_class, aclexplode(coalesce(relacl, acldefault('r', relowner)))
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v') AND relname <> 'migrations'
    AND grantee = relowner AND privilege_type IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
  GROUP BY oid`;
