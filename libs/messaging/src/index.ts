export { CommandBus, nested, type SendOptions } from './commands/command-bus.js';
export { fitting } from './commands/fitting.js';
export { HandledMessages, type StreamEnds } from './consumer/handled-messages.js';
export { HandleCommand, HandleCommandBatch, HandleEventBatch } from './consumer/handlers.js';
export { readUnverified } from './envelope/signed-message.js';
export { type MessageKeys, messageKeysOf } from './envelope/message-keys.js';
export { MessageSigner } from './envelope/message-signer.js';
export type { Received } from './envelope/received.js';
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
export { UnitOfWork, type Transaction } from './outbox/unit-of-work.js';
export { Table, tableToken } from './tables/table.js';
export { TableOwner, type TableSource } from './tables/table-owner.js';
export { Counters } from './counters.js';
export type { AnyCommand } from './contracts.js';
export { Names } from './names.js';
export { ensureTopics } from './topics.js';
export { aclsOf, ensureAcls } from './rights/acls.js';
export { rightsOf, type Rights } from './rights/rights.js';
export { sharedKeysOf } from './rights/shared-keys.js';
export { commands } from './rights/commands.js';
export { kafkaAddress, kafkaConnection } from './kafka/kafka-connection.js';
export { readDeadLetters, type DeadLetter, type DeadLetterQuery } from './dead-letters/dead-letter-reader.js';
export { type RefusedLetter, type ReplayReport, replayDeadLetters } from './dead-letters/dead-letter-replay.js';
