import type { Root } from 'react-dom/client';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { loadPaygate } from '../index.js';
import type { PaymentSteps } from '../index.js';
import { App, shown } from './probe.js';
import { startRecording, sweep } from './sweep.js';

/** The script of a page that the end-to-end suites open: they call these functions in it. */
const page: { root?: Root } = {};
const container = (): HTMLElement => document.getElementById('root') ?? document.body;

const functions = {
  mount(apiKey: string, clientSecret: string): void {
    page.root ??= createRoot(container());
    page.root.render(<App paygate={loadPaygate(apiKey, clientSecret)} />);
  },

  mountWithNull(): void {
    page.root ??= createRoot(container());
    page.root.render(<App paygate={null} />);
  },

  /** Suspends for as long as the test takes to call `resume`. */
  mountSuspended(apiKey: string, clientSecret: string): void {
    const data = new Promise<string>((resolve) => {
      Object.assign(functions, {
        resume: () => {
          resolve('arrived');
        },
      });
    });
    page.root ??= createRoot(container());
    page.root.render(<App paygate={loadPaygate({ apiKey, clientSecret })} data={data} />);
  },

  hydrate(apiKey: string, clientSecret: string): void {
    page.root = hydrateRoot(container(), <App paygate={loadPaygate(apiKey, clientSecret)} />);
  },

  unmount(): void {
    page.root?.unmount();
    delete page.root;
  },

  look() {
    const { statuses, clients, payment } = shown;
    return { statuses, clients: clients.size, error: payment?.error?.code, html: container().innerHTML };
  },

  startRecording,

  /** With all that the hooks give in a global, which must still show nothing. */
  sweep(text: string): Promise<string[]> {
    Object.assign(globalThis, { payment: shown.payment, clients: shown.clients });
    return sweep(text);
  },

  /** The payment as JSON, with its error. */
  inJson: () => JSON.stringify(shown.payment) + JSON.stringify([...shown.clients]),

  nextAction: () => shown.payment?.intent?.nextAction?.type,

  /** Takes a step of the payment. */
  async step(name: keyof PaymentSteps, ...given: never[]): Promise<void> {
    await (shown.payment?.[name] as (...given: never[]) => Promise<void>)(...given);
  },
};

Object.assign(globalThis, { paygatePage: functions });
