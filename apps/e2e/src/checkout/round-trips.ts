import type { Page } from 'playwright-core';

/**
 * Counts the requests for documents of a page, redirects included. They follow one another, so each costs a round trip; pages load
 * nothing else that a customer waits for.
 */
export function roundTrips(page: Page): { readonly count: number } {
  const counted = { count: 0 };
  page.on('request', (request) => {
    if (request.resourceType() === 'document') counted.count += 1;
  });
  return counted;
}
