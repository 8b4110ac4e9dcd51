import { messagingMigrations } from '@paygate/messaging';
import { CreateIntents1795132800000 } from './1795132800000-create-intents.js';
import { ListAndCancelIntents1795219200000 } from './1795219200000-list-and-cancel-intents.js';
import { FindIntentsByMetadata1795305600000 } from './1795305600000-find-intents-by-metadata.js';
import { KeysOfMessages1795392000000 } from './1795392000000-keys-of-messages.js';

/** Everything this service's database is made of, in order. */
export const migrations = [
  ...messagingMigrations,
  CreateIntents1795132800000,
  ListAndCancelIntents1795219200000,
  FindIntentsByMetadata1795305600000,
  KeysOfMessages1795392000000,
];
