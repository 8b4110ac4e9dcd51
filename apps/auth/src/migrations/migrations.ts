import { messagingMigrations } from '@paygate/messaging';
import { CreateAuth1795132800000 } from './1795132800000-create-auth.js';
import { MerchantProfiles1795557600000 } from './1795557600000-merchant-profiles.js';

/** Everything this service's database is made of, in order. */
export const migrations = [...messagingMigrations, CreateAuth1795132800000, MerchantProfiles1795557600000];
