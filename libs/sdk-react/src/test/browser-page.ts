import { PaygateBrowser } from '@paygate/browser';
import type { PaygateBrowserOptions } from '@paygate/browser';

/** The script of a page that the end-to-end suites open: they call these functions in it. */
const held: { client?: PaygateBrowser } = {};

const functions = {
  /** Makes the client; returns the error when that is refused. */
  construct(options: PaygateBrowserOptions): string | undefined {
    try {
      held.client = new PaygateBrowser(options);
      // a client that ends up in a global must still show nothing
      Object.assign(globalThis, { client: held.client });
      return undefined;
    } catch (error) {
      return String(error);
    }
  },

  /** Calls a method of the client; an error is returned with what JSON shows of it. */
  async call(method: keyof PaygateBrowser, params: unknown): Promise<unknown> {
    try {
      return await (held.client?.[method] as (params: unknown) => unknown)(params);
    } catch (error) {
      return { ...(error as object), message: (error as Error).message };
    }
  },

  /** Leaves a text in every place that `sweep` looks at. */
  litter(text: string): void {
    Object.assign(globalThis, { shop: { deep: [{ text }] } });
    localStorage.setItem('a', text);
    sessionStorage.setItem('b', text);
    document.body.append(text);
    history.replaceState({ text }, '', `#${text}`);
  },

  /** The places of the page that hold a text. */
  async sweep(text: string): Promise<string[]> {
    const special = ['localStorage', 'sessionStorage', 'document', 'location', 'history'];
    const globals = Object.entries(Object.getOwnPropertyDescriptors(globalThis));
    const seen = new Set<unknown>();
    const places = {
      globals: globals.some(([name, { value }]) => !special.includes(name) && holds(value, text, { depth: 0, seen })),
      localStorage: JSON.stringify(localStorage).includes(text),
      sessionStorage: JSON.stringify(sessionStorage).includes(text),
      document: document.documentElement.outerHTML.includes(text),
      address: location.href.includes(text) || document.referrer.includes(text),
      history: JSON.stringify(history.state ?? '').includes(text),
      performance: JSON.stringify(performance.getEntries()).includes(text),
      databases: (await indexedDB.databases()).length > 0,
      caches: (await caches.keys()).length > 0,
      workers: (await navigator.serviceWorker.getRegistrations()).length > 0,
    };
    return Object.entries(places).flatMap(([name, isFound]) => (isFound ? [name] : []));
  },
};

/** Whether a value, or anything that can be reached from it, holds a text. */
function holds(value: unknown, text: string, { depth, seen }: { depth: number; seen: Set<unknown> }): boolean {
  if (typeof value === 'string') return value.includes(text);
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  if (seen.has(value) || depth > 6) return false;
  seen.add(value);
  return Reflect.ownKeys(value).some((key) => {
    const property = Reflect.getOwnPropertyDescriptor(value, key);
    if (typeof key === 'string' && key.includes(text)) return true;
    return property !== undefined && holds(property.value, text, { depth: depth + 1, seen });
  });
}

Object.assign(globalThis, { paygatePage: functions });
