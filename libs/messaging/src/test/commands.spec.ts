import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { PlatformModule, ServiceConfig } from '@paygate/platform';
import type { CommandClient, RunningApp, TestTopics } from '@paygate/testing';
import { commandClient, startApp, testKeys, testTopics } from '@paygate/testing';
import { HandleCommand, MessagingModule } from '../index.js';
import type { Deposit, Deposited } from './toy-contracts.js';
import { deposit } from './toy-contracts.js';

@Controller()
class Deposits {
  @HandleCommand(deposit)
  take(payload: Deposit): Promise<Reply<Deposited>> {
    if (payload.account === 'nobody') return Promise.resolve(refuse('intent_not_found', { detail: 'no such account' }));
    return Promise.resolve(accept({ account: payload.account, balance: payload.amount }));
  }
}

@Module({
  imports: [PlatformModule.forService('intents', ServiceConfig), MessagingModule.forService()],
  controllers: [Deposits],
})
class DepositsModule {}

describe('commands', () => {
  const keys = testKeys();
  let topics: TestTopics;
  let app: RunningApp;
  let client: CommandClient;

  beforeAll(async () => {
    topics = await testTopics();
    const env = { ...keys, TOPIC_PREFIX: topics.prefix, KAFKA_BROKERS: topics.brokers, LOG_LEVEL: process.env['L'] ?? 'silent' };
    [app, client] = await Promise.all([
      startApp({ name: 'intents', module: DepositsModule, config: ServiceConfig, env }),
      commandClient({ prefix: topics.prefix, keys }),
    ]);
  }, 60_000);

  afterAll(async () => {
    await Promise.all([app.stop(), client.stop()]);
    await topics.drop();
  });

  it('are answered, and refused with a value', async () => {
    const reply = await client.bus.send(deposit, { account: 'a', amount: 5 }, { requestId: 'req_1' });
    expect(reply).toEqual({ ok: true, data: { account: 'a', balance: 5 } });
    const refusal = await client.bus.send(deposit, { account: 'nobody', amount: 5 }, { requestId: 'req_1' });
    expect(refusal).toEqual({ ok: false, code: 'intent_not_found', detail: 'no such account' });
  });
});
