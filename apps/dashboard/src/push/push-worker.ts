/** The service worker of the dashboard: it shows the notices that are pushed, and opens their pages. It handles no request and caches nothing. */
import { noticeOf } from './notification.js';

interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Worker {
  readonly registration: { showNotification(title: string, options: object): Promise<void> };
  readonly clients: { openWindow(path: string): Promise<unknown> };
  addEventListener(
    type: 'push',
    listener: (event: Waiting & { readonly data: { text(): string } | null }) => void,
  ): void;
  addEventListener(
    type: 'notificationclick',
    listener: (
      event: Waiting & { readonly notification: { readonly data: { readonly path: string }; close(): void } },
    ) => void,
  ): void;
}
const worker = self as unknown as Worker;

worker.addEventListener('push', (event) => {
  if (event.data === null) return;
  const { title, options } = noticeOf(event.data.text());
  event.waitUntil(worker.registration.showNotification(title, options));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(worker.clients.openWindow(event.notification.data.path));
});
