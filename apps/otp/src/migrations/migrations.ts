import { messagingMigrations } from '@paygate/messaging';
import { CreateOtp1795132800000 } from './1795132800000-create-otp.js';

/** Everything this service's database is made of, in order. */
export const migrations = [...messagingMigrations, CreateOtp1795132800000];
