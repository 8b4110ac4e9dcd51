import type { EventFamily } from '@paygate/contracts';
import { familyOf, merchantEventNames } from '@paygate/contracts';

/** True when an endpoint with this filter, a type, a family (`payment.*`) or `*`, receives events of this type. */
function matchesEvent(filter: string, type: string): boolean {
  return filter === '*' || filter === type || (filter.endsWith('.*') && type.startsWith(filter.slice(0, -1)));
}

/** The first filter that no type of event matches, such as a misspelt one. */
export function unknownFilterOf(filters: readonly string[]): string | undefined {
  return filters.find((filter) => !merchantEventNames.some((type) => matchesEvent(filter, type)));
}

/** The first of some families of events of which an endpoint with these filters receives one. */
export function familySentTo(filters: readonly string[], families: readonly EventFamily[]): EventFamily | undefined {
  const sent = merchantEventNames.filter((type) => filters.some((filter) => matchesEvent(filter, type)));
  return families.find((family) => sent.some((type) => familyOf(type) === family));
}
