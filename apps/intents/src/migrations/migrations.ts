import { messagingMigrations } from '@paygate/messaging';
import { CreateIntents1795132800000 } from './1795132800000-create-intents.js';
import { ListAndCancelIntents1795219200000 } from './1795219200000-list-and-cancel-intents.js';

/** Everything this service's database is made of, in order. */
export const migrations = [...messagingMigrations, CreateIntents1795132800000, ListAndCancelIntents1795219200000];
