import { FastifyAdapter } from '@nestjs/platform-fastify';
import pg from 'pg';
import { INSERT_INTENT, sampleIntent } from './create-intent.js';
import { ready } from './roles.js';

/** The least a service can do: a route, and one INSERT through a pool. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 });
const edge = new FastifyAdapter().getInstance();
edge.post('/', async (_request, response) => {
  const { intentId, merchantId, amount, currency, description, metadata } = sampleIntent();
  const values = [intentId, merchantId, amount, currency, description, metadata];
  await pool.query({ name: 'bare', text: INSERT_INTENT, values });
  return response.status(201).send({ ok: true, data: { intentId, status: 'PENDING', amount } });
});
await edge.listen({ host: '127.0.0.1', port: 0 });
const address = edge.server.address();
ready(String(typeof address === 'object' ? address?.port : ''), async () => {
  await edge.close();
  await pool.end();
});
