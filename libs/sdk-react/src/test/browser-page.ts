import { PaygateBrowser } from '@paygate/browser';
import type { PaygateBrowserOptions } from '@paygate/browser';
import { litter, startRecording, sweep } from './sweep.js';

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

  startRecording,
  litter,
  sweep,
};

Object.assign(globalThis, { paygatePage: functions });
