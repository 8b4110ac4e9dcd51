import { Injectable } from '@nestjs/common';
import { intentCompleted } from '@paygate/contracts';
import type { StreamEnds } from '@paygate/messaging';
import { HandledMessages } from '@paygate/messaging';
import { Database } from '@paygate/platform';

/** The time up to which payments that were published are in the sums of members. */
@Injectable()
export class HandledPayments {
  /** The ends of the topic at a moment, until everything before them is handled. */
  #waiting: { readonly at: Date; readonly ends: StreamEnds } | undefined;

  constructor(
    private readonly database: Database,
    private readonly handled: HandledMessages,
  ) {}

  /**
   * A moment before which everything that was published is handled. Undefined while auth lags: the ends of the topic at the first question are
   * asked about until they are handled. Throws when the broker does not answer.
   */
  async until(): Promise<Date | undefined> {
    // the moment first: what is published between the two is waited for, too
    this.#waiting ??= { at: await this.database.now(), ends: await this.handled.endsOf(intentCompleted.stream) };
    const { at, ends } = this.#waiting;
    if (!(await this.handled.areHandled(ends))) return undefined;
    this.#waiting = undefined;
    return at;
  }
}
