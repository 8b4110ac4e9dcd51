import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { dataServices, readStack } from '@paygate/testing';
import pg from 'pg';

const { postgres } = readStack();

async function connectTo(database: string): Promise<pg.Client> {
  const url = new URL(postgres);
  url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return client;
}

describe('the databases of the stack', () => {
  let admin: pg.Client;
  beforeAll(async () => {
    admin = await connectTo('postgres');
  });
  afterAll(() => admin.end());

  test('are used by their services, each under a role of its own without special rights', async () => {
    const { rows } = await admin.query<{ role: string; databases: string[] }>(
      `SELECT usename AS role, array_agg(DISTINCT datname::text) AS databases FROM pg_stat_activity
      WHERE datname LIKE 'paygate\\_%' AND application_name = ANY ($1)
      GROUP BY usename ORDER BY usename`,
      [dataServices],
    );
    expect(rows).toEqual(
      dataServices.toSorted().map((name) => ({ role: `paygate_${name}`, databases: [`paygate_${name}`] })),
    );
    const special = await admin.query(`
      SELECT rolname FROM pg_roles WHERE rolname LIKE 'paygate\\_%'
        AND (rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls)`);
    expect(special.rows).toEqual([]);
    const memberships = await admin.query(`
      SELECT member::regrole, roleid::regrole FROM pg_auth_members WHERE member::regrole::text LIKE 'paygate\\_%'`);
    expect(memberships.rows).toEqual([]);
  });
});

describe.each(dataServices)('the role of %s', (service) => {
  let client: pg.Client;
  beforeAll(async () => {
    client = await connectTo(`paygate_${service}`);
    await client.query(`SET SESSION AUTHORIZATION paygate_${service}`);
  });
  afterAll(() => client.end());

  test('owns nothing and can make nothing', async () => {
    const owned = await client.query(`
      SELECT relname FROM pg_class WHERE relowner = CURRENT_USER::regrole
      UNION ALL SELECT proname FROM pg_proc WHERE proowner = CURRENT_USER::regrole
      UNION ALL SELECT datname FROM pg_database WHERE datdba = CURRENT_USER::regrole`);
    expect(owned.rows).toEqual([]);
    for (const statement of ['CREATE TABLE mine ()', 'CREATE TEMP TABLE mine ()', 'CREATE SCHEMA mine'])
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  test('may use the tables, and change neither their definition nor their grants', async () => {
    const { rows } = await client.query<{ privileges: string[] }>(`
      SELECT array_agg(DISTINCT privilege_type || CASE WHEN is_grantable THEN ' and grant it' ELSE '' END) AS privileges
      FROM pg_class, aclexplode(relacl)
      WHERE relnamespace = 'public'::regnamespace AND grantee IN (0, CURRENT_USER::regrole)`);
    expect(rows[0]?.privileges).toEqual(['DELETE', 'INSERT', 'SELECT', 'UPDATE']);
  });

  test('may not change immutable rows, even without triggers', async () => {
    const { rows } = await client.query<{ table: string }>(`
      SELECT tgrelid::regclass AS table FROM pg_trigger
      WHERE tgname LIKE '%\\_is\\_immutable' AND has_table_privilege(tgrelid, 'UPDATE, DELETE, TRUNCATE, TRIGGER')
        -- rows that a trigger lets go after their retention
        OR tgname = 'metadata_pair_never_changes' AND has_table_privilege(tgrelid, 'UPDATE, TRUNCATE, TRIGGER')`);
    expect(rows).toEqual([]);
  });
});
