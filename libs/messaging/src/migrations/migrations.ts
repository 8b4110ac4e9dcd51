import type { MigrationClass } from '@paygate/platform';
import { CreateMessaging1763600000000 } from './1763600000000-create-messaging.js';

/** The tables `outbox` and `inbox`: part of the migrations of every service that publishes or consumes messages. */
export const messagingMigrations: MigrationClass[] = [CreateMessaging1763600000000];
