import type { EventFamily, Refusal } from '@paygate/contracts';
import { eventObjectScopes, refuse } from '@paygate/contracts';
import { familySentTo, unknownFilterOf } from './domain/event-filter.js';

/** The reason for which filters cannot be stored: an endpoint with a misspelt type would silently receive nothing. */
export function eventFilterRefusal(filters: readonly string[]): Refusal | undefined {
  const unknown = unknownFilterOf(filters);
  if (unknown === undefined) return undefined;
  return refuse('parameter_invalid', { param: 'events', detail: `No type of event matches ${unknown}.` });
}

/** The reason for which a caller may not have these events sent: it may not read the objects of one of their families. */
export function unreadableRefusal(
  filters: readonly string[],
  unreadable: readonly EventFamily[] = [],
): Refusal | undefined {
  const family = familySentTo(filters, unreadable);
  return family === undefined ? undefined : refuse('scope_missing', { fields: { scope: eventObjectScopes[family] } });
}
