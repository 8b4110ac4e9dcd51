import type { Answer, PaygateHttp, Stack } from '@paygate/testing';
import { gatewaysOf, isHealthy } from '@paygate/testing';

/** The gateways of a stack, as a load balancer uses them. */
export class Gateways {
  readonly #gateways: ReturnType<typeof gatewaysOf>;

  constructor(stack: Stack) {
    this.#gateways = gatewaysOf(stack);
  }

  /** Sends to each ready gateway in turn; when a connection fails, nothing was sent, so to the other one. */
  async ask<Body>(send: (api: PaygateHttp) => Promise<Answer<Body>>, turn: number): Promise<Answer<Body>> {
    const [one, other] = turn % 2 === 0 ? this.#gateways : this.#gateways.toReversed();
    if (one === undefined || other === undefined) throw new Error('the stack has fewer than two gateways');
    if (!(await isHealthy(one.healthUrl))) return send(other.api);
    return send(one.api).catch((error: unknown) => {
      if ((error as { code?: string }).code === 'ECONNREFUSED') return send(other.api);
      throw error;
    });
  }

  close(): void {
    for (const { api } of this.#gateways) api.close();
  }
}
