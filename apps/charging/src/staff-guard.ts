import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Reply, StaffNeed } from '@paygate/contracts';
import { accept, redeemStaffProofs, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { CommandBus, commands, nested } from '@paygate/messaging';
import { actDigest, staffPersonsOf } from '@paygate/platform';
import type { Observable } from 'rxjs';
import { of } from 'rxjs';
import { ChargingConfig } from './config.js';

/** The persons that each command needs which moves money when the installation's team sends it. */
const needs: ReadonlyMap<string, StaffNeed> = new Map(
  commands.flatMap(({ name, owner, staff = 'nobody' }) =>
    owner === 'charging' && staff !== 'nobody' ? [[name, staff] as const] : [],
  ),
);

/** A command that names its mode, or the person who acts. */
type Act = Partial<Record<'mode' | 'person', string>>;

/**
 * Lets a command of the `operator` that moves money begin only when different persons have proven it at auth, which uses the proofs up. They
 * are of this command with all that it says. Money of test mode is nobody's. A command that names its person is that person's.
 */
@Injectable()
export class StaffGuard implements NestInterceptor {
  readonly #persons: number;

  constructor(
    private readonly bus: CommandBus,
    config: ChargingConfig,
  ) {
    this.#persons = staffPersonsOf(config);
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    // a batch has no message beside it, and none of its commands is the team's to send
    const [, message] = context.getArgs<[object, Received<object> | undefined]>();
    const need = message?.producer === 'operator' ? needs.get(message.type) : undefined;
    if (message === undefined || need === undefined || this.#persons === 0) return next.handle();
    const { mode, person }: Act = message.payload;
    if (mode === 'test') return next.handle();
    const proven = await this.#redeem(message, need);
    if (!proven.ok) return of(proven);
    const persons = new Set(proven.data);
    const isEnough = persons.size >= (need === 'two' ? this.#persons : 1);
    const isTheirs = person === undefined || persons.has(person);
    if (!isEnough || !isTheirs) return of(refuse('scope_missing', { detail: 'Another person proved it.' }));
    Object.assign(message, { persons: [...persons] } satisfies Pick<Received<object>, 'persons'>);
    return next.handle();
  }

  async #redeem(message: Received<object>, need: StaffNeed): Promise<Reply<readonly string[]>> {
    const { type: command, key, payload, proofs = [] } = message;
    const act = actDigest(command, payload);
    const asked = { command, subject: key, act, need, proofs: [...proofs] };
    const reply = await this.bus.send(redeemStaffProofs, asked, nested(message));
    return reply.ok ? accept(reply.data.persons) : reply;
  }
}
