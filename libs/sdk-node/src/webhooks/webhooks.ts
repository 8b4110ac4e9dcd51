import { constructEvent } from './construct-event.js';
import { handler, nodeHandler } from './handlers.js';
import { generateTestEvent, generateTestHeaderString } from './test-events.js';

/** Deliveries: their verification, routes that receive them, and what tests of such routes need. */
export const webhooks = { constructEvent, handler, nodeHandler, generateTestHeaderString, generateTestEvent } as const;
