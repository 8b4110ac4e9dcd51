import { messagingMigrations } from '@paygate/messaging';
import { Webhooks1763600000000 } from './1763600000000-webhooks.js';
import { EndpointRequests1763700000000 } from './1763700000000-endpoint-requests.js';
import { DeliveryOrder1795300000000 } from './1795300000000-delivery-order.js';
import { EndpointChanges1795400000000 } from './1795400000000-endpoint-changes.js';
import { PaymentMetrics1795620000000 } from './1795620000000-payment-metrics.js';
import { LeasesInOrder1795650000000 } from './1795650000000-leases-in-order.js';
import { OrderOfStoring1795786800000 } from './1795786800000-order-of-storing.js';
import { FindTestEvents1795870000000 } from './1795870000000-find-test-events.js';
import { KeepContentDigests1796250053000 } from './1796250053000-keep-content-digests.js';

/** The schema of this service's database, in order. */
export const migrations = [
  ...messagingMigrations,
  Webhooks1763600000000,
  EndpointRequests1763700000000,
  DeliveryOrder1795300000000,
  EndpointChanges1795400000000,
  PaymentMetrics1795620000000,
  LeasesInOrder1795650000000,
  OrderOfStoring1795786800000,
  FindTestEvents1795870000000,
  KeepContentDigests1796250053000,
];
