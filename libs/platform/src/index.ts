// first: decorators of the payload classes record their types with it
import 'reflect-metadata';
export * from './limits/address-group.js';
export * from './time/clock.js';
export { authoritiesOf, redisTls } from './config/authorities.js';
export { configOf } from './config/boot-config.js';
export * from './config/keyring.js';
export { ConfigurationError, fieldsOf, loadConfig, type ConfigClass, type Environment } from './config/load-config.js';
export * from './config/reloading-secret.js';
export * from './config/rules.js';
export * from './config/secret.js';
export { secretKeysOf, type SecretKeys } from './config/secret-keys.js';
export * from './config/service-config.js';
export * from './config/support-url.js';
export { buildIndex, type IndexToBuild } from './database/build-index.js';
export { violatedConstraint } from './database/classify.js';
export * from './database/database.js';
export * from './database/errors.js';
export { inBatches } from './database/in-batches.js';
export * from './database/migrations.js';
export * from './limits/places.js';
export * from './limits/slots.js';
export * from './limits/source-uses.repository.js';
export { referenceKeySql } from './database/reference-key.js';
export { RowColumns, type RowColumn } from './database/row-columns.js';
export * from './database/statement.js';
export * from './database/text-array.js';
export * from './errors/errors.js';
export { eventually, type EventuallyOptions } from './time/eventually.js';
export { awaitEngine } from './service/await-engine.js';
export * from './service/health.js';
export * from './crypto/act-digest.js';
export * from './crypto/aes-gcm.js';
export * from './crypto/hmac.js';
export * from './idempotency/idempotency-records.js';
export * from './idempotency/same-content.js';
export * from './crypto/ids.js';
export * from './tokens/api-key.js';
export * from './tokens/opaque-token.js';
export * from './tokens/stop-token.js';
export { measureByQuery } from './database/database-gauge.js';
export { reasonOf } from './errors/describe-error.js';
export * from './telemetry/logger.js';
export * from './telemetry/tracing/tracing.js';
export { MicroBatcher } from './time/micro-batcher.js';
export * from './money/money.js';
export {
  parsePasswordHash,
  passwordCost,
  printPasswordHash,
  SALT_BYTES,
  TAG_BYTES,
} from './passwords/password-hash.js';
export { hashPassword } from './passwords/passwords.js';
export { shutDownGracefully } from './http/graceful-shutdown.js';
export { measureRequests } from './http/request-durations.js';
export { traceRequests } from './http/request-spans.js';
export * from './service/job-scheduler.js';
export * from './service/platform.module.js';
export * from './service/platform.tokens.js';
export * from './crypto/row-sealer.js';
export * from './service/run.js';
export { runTool } from './service/run-tool.js';
export * from './crypto/sealed.js';
export * from './service/shutdown-coordinator.js';
export type { RotationPolicy } from './tokens/rotation.js';
export * from './tokens/signing-keys.js';
export * from './service/start-service.js';
export * from './tokens/token-issuer.js';
export * from './tokens/verify-token.js';
