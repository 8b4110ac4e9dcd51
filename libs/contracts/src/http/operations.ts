import { apiKeyOperations } from './api-keys.js';
import { chargeOperations } from './charges.js';
import { dashboardOperations } from './dashboard-sessions.js';
import { intentOperations } from './intents/intent-operations.js';
import { memberOperations } from './members.js';
import type { Operation } from './operation.js';
import { otpOperations } from './otp.js';
import { sessionOperations } from './sessions.js';
import { registrationOperations } from './users.js';

/** The operations of the public API. Routes, OpenAPI document, clients and tests are made from this table. */
export const operations = {
  ...sessionOperations,
  ...intentOperations,
  ...otpOperations,
  ...chargeOperations,
  ...apiKeyOperations,
  ...registrationOperations,
  ...dashboardOperations,
  ...memberOperations,
} as const satisfies Readonly<Record<string, Operation>>;

/** The operations as a list of their common type. */
export const operationList: readonly Operation[] = Object.values(operations);
