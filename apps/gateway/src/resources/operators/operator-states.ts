import { Injectable } from '@nestjs/common';
import type { Mode, OperatorView } from '@paygate/contracts';
import { readOperators } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';

/** The age up to which pages show a state, also that nothing could be read. */
const FRESH_MS = 5_000;
/** A payment page never waits longer for them. */
const WAIT_MS = 1_000;

type Known = Promise<readonly OperatorView[] | undefined>;

/** The operators of each mode for payment pages, which show them where they are known, and are shown without them. */
@Injectable()
export class OperatorStates {
  readonly #known = new Map<Mode, { readonly operators: Known; readonly untilMs: number }>();

  constructor(private readonly bus: CommandBus) {}

  /** Undefined while they cannot be read. */
  of(mode: Mode, requestId: string): Known {
    const known = this.#known.get(mode);
    if (known !== undefined && performance.now() < known.untilMs) return known.operators;
    const operators = this.#read(mode, requestId);
    this.#known.set(mode, { operators, untilMs: performance.now() + FRESH_MS });
    return operators;
  }

  async #read(mode: Mode, requestId: string): Known {
    const reply = await this.bus
      .send(readOperators, { mode }, { requestId, timeoutMs: WAIT_MS })
      // the page is answered without them
      .catch(() => undefined);
    return reply?.ok === true ? reply.data.data : undefined;
  }
}
