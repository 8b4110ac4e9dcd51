/** The intents service behind the stock Kafka transport of Nest, one handler call per message. */
import { Controller, Inject, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { KafkaOptions } from '@nestjs/microservices';
import { MessagePattern, Payload, Transport } from '@nestjs/microservices';
import type { PaymentIntent, Reply } from '@paygate/contracts';
import { loadConfig, startService } from '@paygate/platform';
import type { CreateIntentsUseCase, WireCommand } from './parts.js';
import { intentsParts } from './parts.js';
import { received } from './received.js';
import { STOCK_TOPIC } from './stock-topic.js';

const USE_CASE = Symbol('create-intents');
const { module, config, createIntents } = await intentsParts();
const service = await startService({ name: 'intents', module, config: loadConfig(config) });
await service.connected;

const useCase: CreateIntentsUseCase = service.app.get(createIntents, { strict: false });

@Controller()
class StockController {
  constructor(@Inject(USE_CASE) private readonly useCase: CreateIntentsUseCase) {}

  @MessagePattern<string>(STOCK_TOPIC)
  async create(@Payload() command: WireCommand): Promise<Reply<PaymentIntent> | undefined> {
    const [reply] = await this.useCase.execute([received(command)]);
    return reply;
  }
}

@Module({
  controllers: [StockController],
  providers: [{ provide: USE_CASE, useValue: useCase }],
})
class StockModule {}

const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',');
const stock = await NestFactory.createMicroservice<KafkaOptions>(StockModule, {
  transport: Transport.KAFKA,
  options: { client: { clientId: 'bench-back', brokers }, consumer: { groupId: 'bench.stock.back' } },
  logger: ['warn', 'error'],
});
await stock.listen();

process.once('SIGTERM', () => {
  void stock
    .close()
    .then(() => service.stop())
    .then(() => process.exit());
});
process.send?.('ready');
