import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { CommandBus, MessagingModule } from '@paygate/messaging';
import { loadConfig, newId, PlatformModule, ServiceConfig, startService } from '@paygate/platform';
import { createIntent, sampleIntent } from './create-intent.js';
import { ready } from './roles.js';

@Module({
  imports: [PlatformModule.forService('gateway', ServiceConfig), MessagingModule.forService({ replies: true })],
})
class GatewayModule {}

/** A bare route in front of the bus: what the hop over Kafka costs, and nothing else. */
const service = await startService({ name: 'gateway', module: GatewayModule, config: loadConfig(ServiceConfig) });
await service.connected;
const bus = service.app.get(CommandBus);
const edge = new FastifyAdapter().getInstance();
edge.post('/', async (_request, response) => {
  const reply = await bus.send(createIntent, sampleIntent(), { requestId: newId('request') });
  return response.status(reply.ok ? 201 : 503).send(reply);
});
await edge.listen({ host: '127.0.0.1', port: 0 });
const address = edge.server.address();
ready(String(typeof address === 'object' ? address?.port : ''), async () => {
  await edge.close();
  await service.stop();
});
