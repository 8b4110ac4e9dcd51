import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiRefusal, refusalOf } from './events-api.js';
import { reasonOf } from './post-signed.js';

/** The keys of an account in test mode. */
export interface ShopKeys {
  readonly secretKey: string;
  /** Found in the list of keys when absent. */
  readonly publishableKey: string | undefined;
}

interface Request {
  readonly body?: object;
  /** The headers that say who asks; those of the secret key when absent. */
  readonly headers?: Readonly<Record<string, string>>;
}
interface Intent {
  readonly id: string;
  readonly sessionToken: string;
}
interface TestMessage {
  readonly id: string;
  readonly destination: string;
  readonly code: string | null;
}
interface ListedKey {
  readonly publishableKey: string | null;
  readonly revokedAt: string | null;
  readonly expiresAt: string | null;
}

interface Destination {
  readonly id: string;
  readonly phoneMasked: string;
  readonly status: string;
}

const TIMEOUT_MS = 15_000;
const CODE_TRIES = 60;
const CODE_PAUSE_MS = 500;
/** The operator asks one phone a few times in ten minutes, so each payment takes another: numbers of MTN, without their last two digits. */
const PHONES = 100_000;

/**
 * The requests of a shop and its customers in test mode. Each is sent once and throws ApiRefusal when the API refuses, so that `trigger`
 * ends at once where `listen` tries again.
 */
export class ShopApi {
  constructor(
    private readonly apiBase: string,
    private readonly keys: ShopKeys,
  ) {}

  /** The id of the newest event, if there is one. */
  async newestEvent(): Promise<string | undefined> {
    return (await this.get<{ readonly data: readonly { readonly id: string }[] }>('/events?limit=1')).data[0]?.id;
  }

  /** The id of a destination that can be paid now, and whose number ends in these digits. */
  async destinationOf(lastDigits: string): Promise<string | undefined> {
    const { data } = await this.get<{ readonly data: readonly Destination[] }>('/payout-destinations');
    return data.find(({ status, phoneMasked }) => status === 'usable' && phoneMasked.endsWith(lastDigits))?.id;
  }

  /** A payment intent of 1 000 XAF. */
  createIntent(fields: object = {}): Promise<Intent> {
    const order = { amount: '1000', currency: 'XAF', description: 'paygate trigger' };
    return this.post('/gateway', { body: { ...order, ...fields } });
  }

  /**
   * A payment by a guest whose number ends in these digits, which decide its outcome.
   * @returns the id of its intent
   */
  async pay(lastDigits: string, amount = '1000'): Promise<string> {
    const { id, sessionToken } = await this.createIntent({ amount });
    const page = { 'x-api-key': await this.publishableKey(), 'x-session-token': sessionToken };
    const phoneNumber = `+23767${String(randomInt(PHONES)).padStart(5, '0')}${lastDigits}`;
    console.log(`${phoneNumber} pays ${id}`);
    const before = new Set((await this.inbox()).map((message) => message.id));
    const sent = { phoneNumber, channel: 'sms', intentionId: id };
    const { otpId } = await this.post<{ readonly otpId: string }>('/auth/otp/init', { body: sent, headers: page });
    const otp = await this.newCode(before, lastDigits);
    const checked = { otpId, otp, intentionId: id };
    const { token } = await this.post<{ readonly token: string }>('/auth/otp/verify', { body: checked, headers: page });
    const headers = { 'x-api-key': page['x-api-key'], authorization: `Bearer ${token}` };
    await this.post('/payment/charge', { body: { intentionId: id, paymentMethod: { type: 'mobile_money' } }, headers });
    return id;
  }

  /** Sends a POST, which creates something once. */
  async post<Answer>(path: string, { body, headers = this.asServer }: Request = {}): Promise<Answer> {
    const content = body === undefined ? {} : { 'content-type': 'application/json' };
    return this.send<Answer>(path, {
      method: 'POST',
      headers: { ...headers, ...content, 'idempotency-key': randomUUID() },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** The code of the customer's message, from the test inbox. */
  private async newCode(before: ReadonlySet<string>, lastDigits: string): Promise<string> {
    for (let tries = 0; tries < CODE_TRIES; tries++) {
      const message = (await this.inbox()).find(
        ({ id, destination }) => !before.has(id) && destination.endsWith(lastDigits),
      );
      if (typeof message?.code === 'string') return message.code;
      await delay(CODE_PAUSE_MS);
    }
    throw new Error('The code of the customer has not arrived in the test inbox.');
  }

  private async inbox(): Promise<readonly TestMessage[]> {
    return (await this.get<{ readonly data: readonly TestMessage[] }>('/test-inbox')).data;
  }

  private async publishableKey(): Promise<string> {
    if (this.keys.publishableKey !== undefined) return this.keys.publishableKey;
    const { data } = await this.get<{ readonly data: readonly ListedKey[] }>('/api-keys?limit=100');
    const isLive = ({ revokedAt, expiresAt }: ListedKey): boolean =>
      revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());
    const found = data.find((key) => key.publishableKey !== null && isLive(key))?.publishableKey;
    if (found === undefined || found === null)
      throw new Error('The account lists no publishable key: set PAYGATE_PUBLISHABLE_KEY.');
    return found;
  }

  private get<Answer>(path: string): Promise<Answer> {
    return this.send(path, { headers: this.asServer });
  }

  private async send<Answer>(path: string, request: RequestInit): Promise<Answer> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(this.apiBase + path, { ...request, redirect: 'manual', signal }).catch(
      (cause: unknown) => {
        throw new Error(`The API cannot be reached (${reasonOf(cause)}).`, { cause });
      },
    );
    const { ok, status, headers } = response;
    const text = await response.text();
    if (!ok) throw new ApiRefusal(refusalOf({ ok, status, text, location: headers.get('location') }));
    return JSON.parse(text) as Answer;
  }

  private get asServer(): Readonly<Record<string, string>> {
    return { authorization: `Bearer ${this.keys.secretKey}` };
  }
}
