import { call } from '../api/client.js';
import type { Language } from '../i18n/language.js';

/** The worker is no module of the page: its name stays, and the gateway lets browsers ask for it each time. */
const WORKER = '/dashboard/push-worker.js';
const SCOPE = '/dashboard/';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: () => string },
  ): { createScriptURL(text: string): string };
}

/** The ability of this browser to show notices: yes, no, or not until its person allows it. */
export type PushAbility = 'able' | 'unsupported' | 'denied';

export function pushAbility(): PushAbility {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'able';
}

/** The subscription of this browser; null without one. */
export async function ownSubscription(): Promise<PushSubscription | null> {
  if (pushAbility() === 'unsupported') return null;
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Asks the person, subscribes this browser and has the notices sent to it. Without the person's permission nothing changes. */
export async function startPush(publicKey: string, language: Language): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return;
  await navigator.serviceWorker.register(workerUrl(), { scope: SCOPE });
  const { pushManager } = await navigator.serviceWorker.ready;
  // of another key, perhaps, with which the browser refuses a new one
  await (await pushManager.getSubscription())?.unsubscribe();
  const own = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  try {
    await send(own, language);
  } catch (error) {
    await own.unsubscribe();
    throw error;
  }
}

/** Ends the subscription of this browser, here and at the API. */
export async function stopPush(): Promise<void> {
  const own = await ownSubscription();
  if (own === null) return;
  await own.unsubscribe();
  await call('POST /dashboard/push/stop', { body: { endpoint: own.endpoint } });
}

/** Ends the subscription of this browser at its push service, which the API learns with the next notice. */
export async function forgetPush(): Promise<void> {
  await (await ownSubscription())?.unsubscribe();
}

/**
 * Keeps the subscription of this browser in step with the signed-in person: it ends when the API does not know it as theirs, and is renewed by a new
 * session, with whose end it then ends.
 */
export async function keepPush(language: Language): Promise<void> {
  const own = await ownSubscription();
  if (own === null) return;
  const { publicKey, subscriptions } = await call('GET /dashboard/push', {});
  const id = await digestOf(own.endpoint);
  const known = subscriptions.find(({ endpointSha256 }) => endpointSha256 === id);
  const { applicationServerKey } = own.options;
  if (known === undefined || applicationServerKey === null || base64url(applicationServerKey) !== publicKey)
    await own.unsubscribe();
  else if (!known.current) await send(own, language);
}

async function send(own: PushSubscription, language: Language): Promise<void> {
  const [p256dh, auth] = [keyOf(own, 'p256dh'), keyOf(own, 'auth')];
  await call('POST /dashboard/push', { body: { endpoint: own.endpoint, p256dh, auth, language } });
}

function keyOf(own: PushSubscription, name: PushEncryptionKeyName): string {
  const key = own.getKey(name);
  if (key === null) throw new TypeError(`the subscription has no key ${name}`);
  return base64url(key);
}

async function digestOf(text: string): Promise<string> {
  return base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

function base64url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The page makes an address of a script only here (`require-trusted-types-for`). */
function workerUrl(): string {
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('push-worker', { createScriptURL: () => WORKER });
  return policy?.createScriptURL('') ?? WORKER;
}
