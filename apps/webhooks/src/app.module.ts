import { Module } from '@nestjs/common';
import { MessagingModule } from '@paygate/messaging';
import { Database, IdempotencyRecords, PlatformModule } from '@paygate/platform';
import { WebhooksConfig } from './config.js';
import { AddressGuard } from './egress/address-guard.js';
import { deliveryProviders } from './delivery/delivery.providers.js';
import { HttpSender } from './egress/http-sender.js';
import { EndpointsRepository } from './endpoints/endpoints.repository.js';
import { EventsRepository } from './events/events.repository.js';
import { RetentionRepository } from './ingestion/retention.repository.js';
import { Retention } from './ingestion/retention.js';
import { IntentsEvents } from './ingestion/intents.events.js';
import { MerchantVersionsRepository } from './events/merchant-versions.repository.js';
import { MerchantsEvents } from './ingestion/merchants.events.js';
import { OperatorsEvents } from './ingestion/operators.events.js';
import { SubscribersRepository } from './ingestion/subscribers.repository.js';
import { PayoutsEvents } from './ingestion/payouts.events.js';
import { ChangeEndpoint } from './endpoints/change-endpoint.js';
import { CreateEndpoint } from './endpoints/create-endpoint.js';
import { EndKeyWork } from './endpoints/end-key-work.js';
import { EndpointUrlCheck } from './endpoints/endpoint-url-check.js';
import { IdempotentRequests } from './endpoints/idempotent-requests.js';
import { KeyWorkEvents } from './endpoints/key-work.events.js';
import { RotateSecret } from './endpoints/rotate-secret.js';
import { WaitingDeliveries } from './endpoints/waiting-deliveries.js';
import { WaitingDeliveriesRepository } from './endpoints/waiting-deliveries.repository.js';
import { PushSender } from './push/push-sender.js';
import { PushCommands } from './push/push.commands.js';
import { ScheduledJobs } from './scheduled-jobs.js';
import { DeliveryListsRepository } from './reading/delivery-lists.repository.js';
import { EventListsRepository } from './reading/event-lists.repository.js';
import { EventTimelineRepository } from './reading/event-timeline.repository.js';
import { HeldBackEvents } from './reading/held-back-events.js';
import { ListEvents } from './reading/list-events.js';
import { ReadingCommands } from './reading/reading.commands.js';
import { TimelineCommands } from './reading/timeline.commands.js';
import { PingsRepository } from './redelivery/pings.repository.js';
import { RecoveriesRepository } from './redelivery/recoveries.repository.js';
import { Recover } from './redelivery/recover.js';
import { PingParts, SendPing } from './redelivery/send-ping.js';
import { Redeliver } from './redelivery/redeliver.js';
import { RedeliveryCommands } from './redelivery/redelivery.commands.js';
import { MetricsCommands } from './metrics/metrics.commands.js';
import { PaymentMetricsRepository } from './metrics/payment-metrics.repository.js';
import { ReadMetrics } from './metrics/read-metrics.js';
import { IngestEvents } from './ingestion/ingest-events.js';
import { SecretSealer } from './secret-sealer.js';
import { EndpointsCommands } from './endpoints/endpoints.commands.js';

@Module({
  imports: [
    PlatformModule.forService('webhooks', WebhooksConfig),
    // events that arrive within this time share their transaction, their deliveries a claim
    MessagingModule.forService({ gatherMs: 10 }),
  ],
  controllers: [
    EndpointsCommands,
    ReadingCommands,
    TimelineCommands,
    MetricsCommands,
    RedeliveryCommands,
    IntentsEvents,
    PayoutsEvents,
    OperatorsEvents,
    MerchantsEvents,
    KeyWorkEvents,
    PushCommands,
  ],
  providers: [
    SecretSealer,
    EndpointsRepository,
    EventsRepository,
    RetentionRepository,
    Retention,
    MerchantVersionsRepository,
    CreateEndpoint,
    ChangeEndpoint,
    RotateSecret,
    EndKeyWork,
    EndpointUrlCheck,
    WaitingDeliveriesRepository,
    WaitingDeliveries,
    IdempotentRequests,
    ScheduledJobs,
    ...[HeldBackEvents, EventListsRepository, EventTimelineRepository, DeliveryListsRepository, ListEvents, Redeliver],
    ...[RecoveriesRepository, Recover, PingsRepository, PingParts, SendPing],
    ...[PaymentMetricsRepository, ReadMetrics],
    ...[IngestEvents, SubscribersRepository],
    ...deliveryProviders,
    {
      provide: AddressGuard,
      useFactory: (config: WebhooksConfig) => new AddressGuard(config.WEBHOOK_ALLOWED_ADDRESSES),
      inject: [WebhooksConfig],
    },
    { provide: PushSender, useFactory: (guard: AddressGuard) => new PushSender(guard), inject: [AddressGuard] },
    { provide: HttpSender, useFactory: (guard: AddressGuard) => new HttpSender(guard), inject: [AddressGuard] },
    {
      provide: IdempotencyRecords,
      useFactory: (database: Database, sealer: SecretSealer, config: WebhooksConfig) =>
        new IdempotencyRecords(database, {
          table: 'idempotency_record',
          sealer,
          retentionDays: config.IDEMPOTENCY_RETENTION_DAYS,
        }),
      inject: [Database, SecretSealer, WebhooksConfig],
    },
  ],
})
export class AppModule {}
