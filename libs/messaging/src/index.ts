export { CommandBus, type SendOptions } from './command-bus.js';
export {
  HandleCommand,
  HandleCommandBatch,
  HandleEvent,
  HandleEventBatch,
  type CommandBatchHandler,
  type CommandHandler,
  type EventBatchHandler,
  type EventHandler,
} from './handlers/handlers.js';
export { MessageSigner, type SignedHeaders } from './envelope/message-signer.js';
export { inboxInsertSql } from './inbox/inbox.repository.js';
export { NESTED_COMMAND_TIMEOUT_MS } from './limits.js';
export { MessagingModule, type MessagingOptions } from './messaging.module.js';
export { messagingMigrations } from './migrations/migrations.js';
export { Outbox } from './outbox/outbox.js';
export {
  outboxInsertSql,
  outboxValues,
  pickOutboxRows,
  type MessageOrigin,
  type OutboxEntry,
  type OutboxRows,
} from './outbox/outbox-rows.js';
export type { Received } from './received.js';
export { Table } from './tables/table.js';
export { TableOwner, type TableSource } from './tables/table-owner.js';
export { tableToken } from './tables/table-token.js';
export { UnitOfWork, type Transaction } from './unit-of-work.js';
export { Counters, counterNames, type CounterName } from './counters.js';
export type { AnyCommand, AnyEvent, AnyTable } from './contracts.js';
export { Names } from './names.js';
export { ensureTopics, type TopicsOptions, type TopicsReport } from './topics.js';
export { kafkaConnection, type KafkaConnectionOptions } from './kafka/kafka-connection.js';
export { readUnverified } from './server/message-opener.js';
export {
  readDeadLetters,
  replayDeadLetters,
  type DeadLetter,
  type DeadLetterQuery,
} from './dead-letters/dead-letter-reader.js';
