import 'reflect-metadata';
import { Controller, Inject, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { ClientKafka, ClientsModule, MessagePattern, Payload, Transport } from '@nestjs/microservices';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import pg from 'pg';
import { firstValueFrom } from 'rxjs';
import type { Create, Created } from './create-intent.js';
import { INSERT_INTENT, sampleIntent } from './create-intent.js';
import { ready } from './roles.js';

/** The transport that Nest brings, as its documentation shows it: gateway and service in two processes of this file. */
const topic = process.env['STOCK_TOPIC'] ?? '';
const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',');
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 });

@Controller()
class StockIntents {
  @MessagePattern(topic)
  async create(@Payload() given: Create): Promise<Created> {
    const { intentId, merchantId, amount, currency, description, metadata } = given;
    const values = [intentId, merchantId, amount, currency, description, metadata];
    await pool.query({ name: 'stock', text: INSERT_INTENT, values });
    return { intentId, status: 'PENDING', amount };
  }
}
@Module({ controllers: [StockIntents] })
class StockServiceModule {}

@Module({
  imports: [
    ClientsModule.register([
      {
        name: 'STOCK',
        transport: Transport.KAFKA,
        options: {
          client: { clientId: 'stock', brokers, logCreator: () => () => undefined },
          consumer: { groupId: `${topic}-callers` },
          producer: { allowAutoTopicCreation: false },
        },
      },
    ]),
  ],
})
class StockGatewayModule {
  constructor(@Inject('STOCK') readonly client: ClientKafka) {}
}

if (process.env['STOCK_ROLE'] === 'service') {
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(StockServiceModule, {
    logger: false,
    transport: Transport.KAFKA,
    options: {
      client: { clientId: 'stock', brokers, logCreator: () => () => undefined },
      consumer: { groupId: `${topic}-service` },
    },
  });
  await app.listen();
  ready('', async () => {
    await app.close();
    await pool.end();
  });
} else {
  const app = await NestFactory.createApplicationContext(StockGatewayModule, { logger: false });
  const { client } = app.get(StockGatewayModule);
  client.subscribeToResponseOf(topic);
  await client.connect();
  const edge = new FastifyAdapter().getInstance();
  edge.post('/', async (_request, response) => {
    const intent = sampleIntent();
    const data = await firstValueFrom(client.send<Created>(topic, { key: intent.intentId, value: intent }));
    return response.status(201).send({ ok: true, data });
  });
  await edge.listen({ host: '127.0.0.1', port: 0 });
  const address = edge.server.address();
  ready(String(typeof address === 'object' ? address?.port : ''), async () => {
    await edge.close();
    await app.close();
    await pool.end();
  });
}
