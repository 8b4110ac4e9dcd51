import { Module } from '@nestjs/common';
import { MessagingModule } from '@paygate/messaging';
import { PlatformModule } from '@paygate/platform';
import { WebhooksConfig } from './config.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { AddressGuard } from './delivery/address-guard.js';
import { Attempter } from './delivery/attempter.js';
import { Delivery } from './delivery/delivery.js';
import { Doorbell } from './delivery/doorbell.js';
import { HttpSender } from './delivery/http-sender.js';
import { Lane } from './delivery/lane.js';
import { Reconciler } from './delivery/reconciler.js';
import { EndpointsRepository } from './endpoints.repository.js';
import { IntentsEvents } from './intents.events.js';
import { MerchantVersionsRepository } from './merchant-versions.repository.js';
import { MerchantsEvents } from './merchants.events.js';
import { CreateEndpoint } from './usecases/create-endpoint.js';
import { TakeInEvents } from './usecases/take-in-events.js';
import { Vault } from './vault.js';
import { WebhooksCommands } from './webhooks.commands.js';

@Module({
  imports: [PlatformModule.forService('webhooks', WebhooksConfig), MessagingModule.forService()],
  controllers: [WebhooksCommands, IntentsEvents, MerchantsEvents],
  providers: [
    Vault,
    EndpointsRepository,
    DeliveriesRepository,
    MerchantVersionsRepository,
    CreateEndpoint,
    TakeInEvents,
    Attempter,
    Lane,
    Doorbell,
    Reconciler,
    Delivery,
    {
      provide: HttpSender,
      useFactory: (config: WebhooksConfig) => new HttpSender(new AddressGuard(config.WEBHOOK_ALLOWED_ADDRESSES)),
      inject: [WebhooksConfig],
    },
  ],
})
export class AppModule {}
