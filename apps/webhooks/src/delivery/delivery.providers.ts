import { Attempter } from './attempter.js';
import { Claims } from './claims.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { Deliverer } from './deliverer.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { Delivery } from './delivery.js';
import { EndpointSlices } from './endpoint-slices.js';
import { EndpointHealthRecorder } from './health/endpoint-health.js';
import { EndpointHealthRepository } from './health/endpoint-health.repository.js';
import { EndpointNotices } from './health/endpoint-notices.js';
import { InFlight } from './in-flight.js';
import { DeliveryQueue } from './queue/delivery-queue.js';
import { DirectQueue } from './queue/direct-queue.js';
import { DueEndpoints } from './queue/due-endpoints.js';
import { EndpointJobs } from './queue/endpoint-jobs.js';
import { Reconciler } from './queue/reconciler.js';
import { Results } from './results.js';
import { AttemptSettlement } from './settlement.js';
import { SliceSender } from './slice-sender.js';
import { TargetsRepository } from './targets.repository.js';
import { Heartbeat } from './workers/heartbeat.js';
import { WorkersRepository } from './workers/workers.repository.js';

/** The parts of delivery. */
export const deliveryProviders = [
  Attempter,
  Claims,
  Deliverer,
  DeliveriesRepository,
  Delivery,
  DeliveryMetrics,
  DeliveryQueue,
  DirectQueue,
  DueEndpoints,
  EndpointJobs,
  EndpointHealthRecorder,
  EndpointHealthRepository,
  EndpointNotices,
  EndpointSlices,
  Heartbeat,
  InFlight,
  Reconciler,
  Results,
  AttemptSettlement,
  SliceSender,
  TargetsRepository,
  WorkersRepository,
];
