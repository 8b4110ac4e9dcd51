/** The least that could create an intent: one Fastify route, one INSERT. BARE_DATABASE_URL and PORT say where. */
import { randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import pg from 'pg';

const POOL_SIZE = 10;
const EXPIRY_MS = 1_800_000;
const INSERT = {
  name: 'insert',
  text: `INSERT INTO bare_intent (id, merchant_id, mode, amount, currency, description, metadata, created_at, expires_at, status)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
};

interface Body {
  readonly amount: string;
  readonly currency: string;
  readonly description: string;
  readonly metadata: object;
}

const pool = new pg.Pool({ connectionString: process.env['BARE_DATABASE_URL'], max: POOL_SIZE });
const server = fastify();
server.post<{ Body: Body }>('/gateway', async ({ body }, reply) => {
  const { amount, currency, description, metadata } = body;
  const id = randomUUID();
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + EXPIRY_MS);
  const row = ['mer_bench', 'test', amount, currency, description, JSON.stringify(metadata), createdAt, expiresAt];
  await pool.query({ ...INSERT, values: [id, ...row, 'PENDING'] });
  void reply.code(201);
  return { id, status: 'PENDING', amount, currency, description, metadata, createdAt, expiresAt };
});
await server.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });

process.once('SIGTERM', () => {
  void server
    .close()
    .then(() => pool.end())
    .then(() => process.exit());
});
process.send?.('ready');
