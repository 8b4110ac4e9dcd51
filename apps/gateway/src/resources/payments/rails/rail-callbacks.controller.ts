import { Controller, HttpCode, Post, Put, Req } from '@nestjs/common';
import type { MobileOperator } from '@paygate/contracts';
import { mobileOperators, railCallback } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { addressGroup } from '@paygate/platform';
import type { FastifyRequest } from 'fastify';
import { Proxies } from '../../../edge/listener/proxies.js';
import { RateLimits } from '../../../rate-limits/rate-limits.js';
import { CALLBACK_ROUTE } from '../../../edge/unread-routes.js';

type CallbackRequest = FastifyRequest<{ Params: { rail: string; token: string } }>;

const OK = 200;
/** Callbacks that charging works on at a time. Anyone may send them, so this bounds the work that they cause. */
const IN_FLIGHT = 32;
/** The callbacks among these that one address may send: when charging is slow, one sender leaves room for the operators. */
const IN_FLIGHT_PER_ADDRESS = 8;
const TOKEN = /^[A-Za-z0-9_-]{32}$/;

/**
 * Callbacks of rails. They are unsigned, so they are hints: the token in the path names an operation, and charging asks the rail about
 * it. Every request gets the same answer, also one without an effect, so that the answer reveals nothing.
 */
@Controller()
export class RailCallbacksController {
  #inFlight = 0;
  readonly #byAddress = new Map<string, number>();

  constructor(
    private readonly bus: CommandBus,
    private readonly limits: RateLimits,
    private readonly proxies: Proxies,
  ) {}

  @Put(CALLBACK_ROUTE)
  @HttpCode(OK)
  put(@Req() request: CallbackRequest): Promise<void> {
    return this.take(request);
  }

  @Post(CALLBACK_ROUTE)
  @HttpCode(OK)
  post(@Req() request: CallbackRequest): Promise<void> {
    return this.take(request);
  }

  /** A hint beyond the bound of its address, or of all, is dropped: the operation is polled anyway. */
  private async take(request: CallbackRequest): Promise<void> {
    const { rail, token } = request.params;
    if (!isOperator(rail) || !TOKEN.test(token)) return;
    const client = this.proxies.clientOf(request.raw);
    const address = addressGroup(client);
    if (!(await this.limits.mayReport(client)) || !this.hasRoomFor(address)) return;
    this.count(address, 1);
    // send never throws, and the answer changes nothing for the rail
    void this.bus.send(railCallback, { rail, token }, { requestId: request.id }).finally(() => {
      this.count(address, -1);
    });
  }

  private hasRoomFor(address: string): boolean {
    return this.#inFlight < IN_FLIGHT && (this.#byAddress.get(address) ?? 0) < IN_FLIGHT_PER_ADDRESS;
  }

  private count(address: string, change: 1 | -1): void {
    this.#inFlight += change;
    const ofAddress = (this.#byAddress.get(address) ?? 0) + change;
    if (ofAddress === 0) this.#byAddress.delete(address);
    else this.#byAddress.set(address, ofAddress);
  }
}

function isOperator(name: string): name is MobileOperator {
  return mobileOperators.some((operator) => operator === name);
}
