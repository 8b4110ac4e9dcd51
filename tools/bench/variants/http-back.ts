/**
 * The intents service with an HTTP listener in place of the bus: POST / runs the use case per request, POST /batched gathers
 * what arrives while two batches are under way. SERVICE_PORT is where it listens.
 */
import { loadConfig, startService } from '@paygate/platform';
import { fastify } from 'fastify';
import type { CreateIntent, PaymentIntent, Reply } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { gather } from './gather.js';
import type { WireCommand } from './parts.js';
import { intentsParts } from './parts.js';
import { received } from './received.js';

const { module, config, createIntents } = await intentsParts();
const service = await startService({ name: 'intents', module, config: loadConfig(config) });
await service.connected;
const useCase = service.app.get(createIntents, { strict: false });
const gathered = gather<Received<CreateIntent>, Reply<PaymentIntent>>((batch) => useCase.execute(batch));

const server = fastify();
server.post<{ Body: WireCommand }>('/', async ({ body }) => {
  const [reply] = await useCase.execute([received(body)]);
  return reply;
});
server.post<{ Body: WireCommand }>('/batched', ({ body }) => gathered(received(body)));
await server.listen({ port: Number(process.env['SERVICE_PORT']), host: '127.0.0.1' });

process.once('SIGTERM', () => {
  void server
    .close()
    .then(() => service.stop())
    .then(() => process.exit());
});
process.send?.('ready');
