import { afterAll, beforeAll } from '@jest/globals';
import type { PaygateHttp } from '@paygate/testing';
import { readStack, StackBus, stackClient, StackDatabases } from '@paygate/testing';
import type { StackParts } from './stack-state.js';

/** The stack, its HTTP client, its databases, and its topics, which are ready from the first `beforeAll` on. */
export function openStack(): StackParts & { readonly api: PaygateHttp } {
  const stack = readStack();
  const api = stackClient(stack);
  const [bus, databases] = [new StackBus(stack), new StackDatabases(stack)];
  beforeAll(() => bus.connect());
  afterAll(async () => {
    await Promise.all([bus.close(), databases.close()]);
    api.close();
  });
  return { stack, api, bus, databases };
}
