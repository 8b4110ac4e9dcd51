import type { Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import { unknownFilterOf } from './domain/event-filter.js';

/** The reason for which filters cannot be stored: an endpoint with a misspelt type would silently receive nothing. */
export function eventFilterRefusal(filters: readonly string[]): Refusal | undefined {
  const unknown = unknownFilterOf(filters);
  if (unknown === undefined) return undefined;
  return refuse('parameter_invalid', { param: 'events', detail: `No type of event matches ${unknown}.` });
}
