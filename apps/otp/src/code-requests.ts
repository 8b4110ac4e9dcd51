import { Injectable } from '@nestjs/common';
import type { InitOtp, IntentFacts, Refusal, Reply } from '@paygate/contracts';
import { accept, getIntentFacts, getUserContact, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { CommandBus, NESTED_COMMAND_TIMEOUT_MS } from '@paygate/messaging';
import { Clock, isId, parseAmount, Sealer } from '@paygate/platform';
import type { CodeRequest } from './code-request.js';
import { Scopes } from './scopes.js';

const chargeable: readonly string[] = ['PENDING', 'REQUIRES_ACTION'];

/** Asks intents and auth. No answer from either is `service_unavailable`: a code is never sent unbound for lack of facts. */
@Injectable()
export class CodeRequests {
  constructor(
    private readonly scopes: Scopes,
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  async of(command: InitOtp, message: Received<InitOtp>): Promise<Reply<CodeRequest>> {
    const named = await this.scopes.named(command);
    const intentId = command.intentionId ?? named?.intentId ?? null;
    const [intent, destination] = await Promise.all([
      intentId === null ? accept(null) : this.intentFacts(command, intentId, message),
      this.destination(command, message),
    ]);
    if (!intent.ok) return intent;
    if (!destination.ok) return destination;
    const payment = intent.data && { intentId: intent.data.intentId, payerId: intent.data.userId };
    const request = {
      ...{ command, commandId: message.id, requestId: message.requestId },
      ...{ scope: this.scopes.of(command, payment, named), destination: destination.data },
    };
    if (intent.data === null) return accept({ ...request, payment: null, mayConfirm: true });
    const { amount, currency, userId } = intent.data;
    const bound = { amount: parseAmount(amount), currency };
    return accept({ ...request, payment: bound, mayConfirm: userId === null || userId === command.userId });
  }

  private async intentFacts(
    { merchantId, mode }: InitOtp,
    intentId: string,
    message: Received<InitOtp>,
  ): Promise<Reply<IntentFacts>> {
    const reply = await this.bus.send(getIntentFacts, { intentId, merchantId, mode }, asked(message));
    if (!reply.ok) return reply.code === 'intent_not_found' ? refuse('intent_not_found') : unavailable();
    const { status, expiresAt } = reply.data;
    if (status === 'EXPIRED') return refuse('intent_expired');
    if (!chargeable.includes(status)) return refuse('intent_unexpected_state', { fields: { currentStatus: status } });
    return new Date(expiresAt) <= this.clock.now() ? refuse('intent_expired') : reply;
  }

  /** A malformed id is answered like one that nobody has. */
  private async destination(
    { userId, mode, channel }: InitOtp,
    message: Received<InitOtp>,
  ): Promise<Reply<string | undefined>> {
    if (!isId('user', userId)) return accept(undefined);
    const reply = await this.bus.send(getUserContact, { userId, mode }, asked(message));
    if (!reply.ok) return unavailable();
    const { phoneNumber, email } = reply.data;
    if (channel === 'sms') return accept(phoneNumber && this.sealer.open(phoneNumber, 'user-contact.phone'));
    return accept(email && this.sealer.open(email, 'user-contact.email'));
  }
}

const unavailable = (): Refusal => refuse('service_unavailable');

const asked = ({ id, requestId }: Received<unknown>) => ({
  requestId,
  timeoutMs: NESTED_COMMAND_TIMEOUT_MS,
  causationId: id,
});
