import { randomUUID } from 'node:crypto';
import type { PaygateHttp } from '@paygate/testing';

/** Endpoints of the demo merchant for one run. */
export class MerchantEndpoints {
  readonly #ids: string[] = [];

  constructor(
    private readonly api: PaygateHttp,
    private readonly secretKey: string,
  ) {}

  /** @returns the secret of the endpoint */
  async create(url: string): Promise<string> {
    const { body, text } = await this.api.request<{ id?: string; secret?: string }>({
      method: 'POST',
      path: '/webhook-endpoints',
      headers: { ...this.#credentials(), 'idempotency-key': randomUUID() },
      body: { url, events: ['payment.created'] },
    });
    if (body.id === undefined || body.secret === undefined) throw new Error(`no endpoint was made: ${text}`);
    this.#ids.push(body.id);
    return body.secret;
  }

  async delete(): Promise<void> {
    for (const id of this.#ids.splice(0))
      await this.api.request({ method: 'DELETE', path: `/webhook-endpoints/${id}`, headers: this.#credentials() });
  }

  #credentials(): Record<string, string> {
    return { authorization: `Bearer ${this.secretKey}` };
  }
}
