import { Injectable } from '@nestjs/common';
import type { Mode, OtpChannel } from '@paygate/contracts';
import type { Secret } from '@paygate/platform';
import { OtpConfig } from '../config.js';
import type { Message, SendJob } from './send-job.js';

/** What became of a message: `refused` will be refused again, `failed` may succeed later and may have succeeded now. */
export type Handover = { readonly kind: 'taken' } | { readonly kind: 'refused' | 'failed'; readonly reason: string };

interface Provider {
  readonly url: string;
  readonly token: Secret | undefined;
}

const LONGEST_ANSWER_BYTES = 65_536;
/** Statuses of a refusal that says "later", not "never". */
const LATER = [408, 425, 429];

/**
 * Hands messages to the HTTP interface of a provider: `POST {id, to, text, subject?}` with a bearer token. Messages of test
 * mode go to the readable inbox and to no provider of live mode.
 */
@Injectable()
export class MessageProviders {
  readonly #providers: Readonly<Record<Mode, Readonly<Record<OtpChannel, Provider | undefined>>>>;
  readonly #timeoutMs: number;

  constructor(config: OtpConfig) {
    this.#timeoutMs = config.OTP_SEND_TIMEOUT_MS;
    this.#providers = {
      live: {
        sms: provider(config.SMS_PROVIDER_URL, config.SMS_PROVIDER_TOKEN),
        email: provider(config.EMAIL_PROVIDER_URL, config.EMAIL_PROVIDER_TOKEN),
      },
      test: {
        sms: provider(config.INBOX_URL && `${config.INBOX_URL}/sms`, config.INBOX_TOKEN),
        email: provider(config.INBOX_URL && `${config.INBOX_URL}/email`, config.INBOX_TOKEN),
      },
    };
  }

  /** Whether messages of this kind can be sent at all. */
  offers(mode: Mode, channel: OtpChannel): boolean {
    return this.#providers[mode][channel] !== undefined;
  }

  async handOver({ id, mode, channel }: SendJob, message: Message): Promise<Handover> {
    const provider = this.#providers[mode][channel];
    if (provider === undefined) return { kind: 'refused', reason: 'no provider' };
    try {
      return await this.#post(provider, { id, ...message });
    } catch (error) {
      return { kind: 'failed', reason: error instanceof Error ? error.name : 'unknown' };
    }
  }

  async #post({ url, token }: Provider, body: Message & { readonly id: string }): Promise<Handover> {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token.reveal()}` }),
      },
      body: JSON.stringify(body),
      redirect: 'error', // the body holds a code: it goes to the address of the configuration, nowhere else
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
    await drain(response);
    if (response.ok) return { kind: 'taken' };
    const never = response.status >= 400 && response.status < 500 && !LATER.includes(response.status);
    return { kind: never ? 'refused' : 'failed', reason: `status ${response.status}` };
  }
}

/** Reads what follows the status, within a bound: then the connection serves the next message too. */
async function drain(response: Response): Promise<void> {
  let left = LONGEST_ANSWER_BYTES;
  for await (const chunk of response.body ?? []) {
    left -= (chunk as Uint8Array).length;
    if (left < 0) return;
  }
}

function provider(url: string | undefined, token: Secret | undefined): Provider | undefined {
  return url === undefined ? undefined : { url, token };
}
