/** The requests that the recording service worker has seen. */
interface Records {
  readonly requests: readonly { readonly url: string; readonly headers: string; readonly rest: string }[];
  readonly messages: readonly string[];
}

/** Registers a service worker that records the requests and messages of the page, and waits until it controls the page. */
export async function startRecording(): Promise<void> {
  const { serviceWorker } = navigator;
  const isControlled = new Promise((resolve) => {
    serviceWorker.addEventListener('controllerchange', resolve, { once: true });
  });
  await serviceWorker.register('/worker.js');
  if (!serviceWorker.controller) await isControlled;
}

/** Leaves a text in every place that `sweep` looks at. */
export async function litter(text: string): Promise<void> {
  Object.assign(globalThis, { shop: { deep: [{ text }] } });
  localStorage.setItem('a', text);
  sessionStorage.setItem('b', text);
  document.body.append(text);
  Object.assign(document.body, { __reactFiber$1: { memoizedState: { next: { text } } } });
  document.cookie = `c=${text}`;
  history.replaceState({ text }, '', `#${text}`);
  performance.mark(text);
  const cache = await caches.open('shop');
  await cache.put('/cached', new Response(text));
  const store = await objectStore('readwrite');
  await answerOf(store.put(text, 'key'));
  navigator.serviceWorker.controller?.postMessage({ text });
  await fetch(`/?${text}`, { headers: { 'x-text': text } });
}

/** The places of the page that hold a text, with the requests that carry it in a header. */
export async function sweep(text: string): Promise<string[]> {
  const special = ['localStorage', 'sessionStorage', 'document', 'location', 'history'];
  const globals = Object.entries(Object.getOwnPropertyDescriptors(globalThis));
  const seen = new Set<unknown>();
  const { requests, messages } = await records();
  const places = {
    globals: globals.some(([name, { value }]) => !special.includes(name) && holds(value, text, { depth: 0, seen })),
    // React keeps its tree in properties of elements
    elements: [...document.querySelectorAll('*')].some((element) => holds(element, text, { depth: 0, seen })),
    localStorage: JSON.stringify(localStorage).includes(text),
    sessionStorage: JSON.stringify(sessionStorage).includes(text),
    document: document.documentElement.outerHTML.includes(text),
    cookies: document.cookie.includes(text),
    address: location.href.includes(text) || document.referrer.includes(text),
    history: JSON.stringify(history.state ?? '').includes(text),
    performance: JSON.stringify(performance.getEntries()).includes(text),
    databases: JSON.stringify(await stored()).includes(text),
    caches: (await cached()).join().includes(text),
    messages: messages.join().includes(text),
    requests: requests.some(({ url, rest }) => (url + rest).includes(text)),
  };
  const carrying = requests.filter(({ headers }) => headers.includes(text)).map(({ url }) => new URL(url).pathname);
  return [...Object.entries(places).flatMap(([name, isFound]) => (isFound ? [name] : [])), ...new Set(carrying)];
}

/** True when a value, or anything that can be reached from it, holds a text. */
function holds(value: unknown, text: string, { depth, seen }: { depth: number; seen: Set<unknown> }): boolean {
  if (typeof value === 'string') return value.includes(text);
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  if (seen.has(value) || depth > 12) return false;
  seen.add(value);
  if (value instanceof Map || value instanceof Set)
    return [...value].some((entry) => holds(entry, text, { depth: depth + 1, seen }));
  return Reflect.ownKeys(value).some((key) => {
    const property = Reflect.getOwnPropertyDescriptor(value, key);
    if (typeof key === 'string' && key.includes(text)) return true;
    return property !== undefined && holds(property.value, text, { depth: depth + 1, seen });
  });
}

async function records(): Promise<Records> {
  const { controller } = navigator.serviceWorker;
  if (!controller) return { requests: [], messages: [] };
  const { port1, port2 } = new MessageChannel();
  const report = new Promise<Records>((resolve) => {
    port1.onmessage = ({ data }) => {
      resolve(data as Records);
    };
  });
  controller.postMessage('report', [port2]);
  return report;
}

async function cached(): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      texts.push(name, request.url, [...request.headers].join(), (await (await cache.match(request))?.text()) ?? '');
    }
  }
  return texts;
}

/** Everything in IndexedDB; only `litter` of this file makes a database of one store. */
async function stored(): Promise<unknown> {
  const databases = await indexedDB.databases();
  const contents: unknown = databases.length === 0 ? [] : await answerOf((await objectStore('readonly')).getAll());
  return [databases, contents];
}

async function objectStore(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const opening = indexedDB.open('shop', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('store');
  return (await answerOf(opening)).transaction('store', mode).objectStore('store');
}

function answerOf<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error('IndexedDB failed'));
    };
  });
}
