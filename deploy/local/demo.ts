import type { DemoContext, DemoResult } from './plan.ts';

/** What is shown, and made, once every service is ready. */
export function runDemo(context: DemoContext): Promise<DemoResult> {
  const { gateway } = context.stack;
  return Promise.resolve({ fragment: {}, banner: gateway === undefined ? [] : [`gateway  ${gateway.url}`] });
}
