import { Injectable } from '@nestjs/common';
import type { Mode, OtpChannel } from '@paygate/contracts';
import { Secret } from '@paygate/platform';
import { Registry } from 'prom-client';
import { OtpConfig } from '../../config.js';
import { FailOver } from './fail-over.js';
import { FormSmsProvider } from './form-sms-provider.js';
import { JsonSmsProvider } from './json-sms-provider.js';
import type { Handover, MessageProvider } from './message-provider.js';
import type { Message, SendJob } from './send-job.js';
import type { Circuits } from './sending-metrics.js';
import { SendingMetrics } from './sending-metrics.js';
import { SmtpProvider } from './smtp-provider.js';

type Providers = Readonly<Record<OtpChannel, MessageProvider | undefined>>;

/**
 * The providers of the configuration. Messages of test mode go to the simulator's inbox where there is one, and to no provider of live mode.
 */
@Injectable()
export class MessageProviders {
  readonly #providers: Readonly<Record<Mode, Providers>>;

  readonly #metrics: SendingMetrics;

  constructor(config: OtpConfig, registry: Registry) {
    this.#providers = { live: liveProviders(config), test: testProviders(config) };
    this.#metrics = new SendingMetrics(registry, circuitsOf(this.#providers));
  }

  /** True when messages of this kind can be sent at all. */
  offers(mode: Mode, channel: OtpChannel): boolean {
    return this.#providers[mode][channel] !== undefined;
  }

  /** True when a message about a payment reaches somebody: in test mode its merchant reads it in the test inbox. */
  offersOfPayment(mode: Mode, channel: OtpChannel): boolean {
    return mode === 'test' || this.offers(mode, channel);
  }

  async handOver({ id, mode, channel }: SendJob, message: Message): Promise<Handover> {
    const provider = this.#providers[mode][channel];
    // the message of a test payment is in the test inbox already
    if (provider === undefined) return mode === 'test' ? { kind: 'taken' } : { kind: 'refused', reason: 'no provider' };
    const outcome = await provider.handOver(id, message);
    this.#metrics.handedOver(mode, channel, outcome.kind);
    return outcome;
  }

  close(): void {
    for (const { sms, email } of Object.values(this.#providers)) {
      sms?.close();
      email?.close();
    }
  }
}

function circuitsOf(ofModes: Readonly<Record<Mode, Providers>>): Circuits {
  const named = Object.entries(ofModes).flatMap(([mode, { sms, email }]) =>
    Object.entries({ sms, email }).flatMap(([channel, provider]) =>
      (provider?.circuits ?? []).map((circuit, turn) => [`${mode}/${channel}/${turn + 1}`, circuit] as const),
    ),
  );
  return new Map(named);
}

function liveProviders(config: OtpConfig): Providers {
  const { SMS_PROVIDER_URL: url, SMS_PROVIDER_TOKEN: token, OTP_SEND_TIMEOUT_MS: timeoutMs } = config;
  const first = url === undefined ? [] : [new JsonSmsProvider({ url, token, timeoutMs })];
  const sms = [...first, ...fallbackOf(config)];
  const mail = smtp(config.EMAIL_SMTP_URL, config, { requiresTls: true, ca: config.EMAIL_SMTP_CA });
  return { sms: sms.length === 0 ? undefined : new FailOver(sms), email: mail };
}

function fallbackOf(config: OtpConfig): MessageProvider[] {
  const { SMS_FALLBACK_URL: url, SMS_FALLBACK_SENDER: sender, OTP_SEND_TIMEOUT_MS: timeoutMs } = config;
  return url === undefined ? [] : [new FormSmsProvider({ url, sender, timeoutMs })];
}

/** The inbox is on this machine or on a private network, so it works without TLS. */
function testProviders(config: OtpConfig): Providers {
  const { INBOX_URL: url, INBOX_TOKEN: token, OTP_SEND_TIMEOUT_MS: timeoutMs } = config;
  return {
    sms: url === undefined ? undefined : new JsonSmsProvider({ url: `${url}/sms`, token, timeoutMs }),
    email: smtp(inboxSmtp(config), config, { requiresTls: false }),
  };
}

function inboxSmtp({ INBOX_SMTP_URL: url, INBOX_TOKEN: token }: OtpConfig): Secret | undefined {
  if (url === undefined) return undefined;
  const login = token === undefined ? '' : `otp:${encodeURIComponent(token.reveal())}@`;
  return new Secret(url.replace('//', `//${login}`));
}

function smtp(
  url: Secret | undefined,
  { EMAIL_SENDER: sender, OTP_SEND_TIMEOUT_MS: timeoutMs }: OtpConfig,
  tls: { readonly requiresTls: boolean; readonly ca?: string | undefined },
): MessageProvider | undefined {
  return url === undefined ? undefined : new FailOver([new SmtpProvider({ url, sender, timeoutMs, ...tls })]);
}
