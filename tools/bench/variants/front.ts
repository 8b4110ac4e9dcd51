/**
 * The gateway itself, in which only the transport of commands is another one. `front.js http <path>` asks the service over
 * HTTP, `front.js stock` over the stock Kafka transport of Nest. SERVICE_PORT or KAFKA_BROKERS says where.
 */
import { CommandBus } from '@paygate/messaging';
import { loadConfig, startService } from '@paygate/platform';
import { httpSend } from './http-send.js';
import type { AnySend } from './parts.js';
import { gatewayParts } from './parts.js';
import { stockSend } from './stock-send.js';

const [transport, path = '/'] = process.argv.slice(2);

const { module, config, edge } = await gatewayParts();
const send: AnySend = transport === 'stock' ? await stockSend() : httpSend(Number(process.env['SERVICE_PORT']), path);

const service = await startService({
  name: 'gateway',
  module,
  config: loadConfig(config),
  http: {
    create: async (type, options) => {
      const app = await edge.create(type, options);
      Object.assign(app.get(CommandBus), { send });
      return app;
    },
    listen: (app) => edge.listen(app),
  },
});
process.once('SIGTERM', () => {
  void service.stop().then(() => process.exit());
});
await service.connected;
process.send?.('ready');
