import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Acceptance, CommandContract, Principal, Reply, Sealed } from '@paygate/contracts';
import { CommandBus, MessagingModule } from '@paygate/messaging';
import { newId, PlatformModule, Sealer, ServiceConfig } from '@paygate/platform';

/** What an operator's tool may do: ask services for things, and put secrets under their keys. */
export interface Operator {
  readonly ask: <Request extends object, Answer extends object>(
    contract: CommandContract<Request, Answer>,
    request: Request,
  ) => Promise<Reply<Answer>>;
  readonly seal: (addressee: Principal, text: string, context: string) => Sealed;
  readonly open: (sealed: Sealed, context: string) => string;
}

@Module({
  imports: [PlatformModule.forService('operator', ServiceConfig), MessagingModule.forService({ replies: true })],
})
class OperatorModule {}

const ATTEMPTS = 5;

/** Runs a tool as the principal `operator`, connected to the bus, and lets go of everything afterwards. */
export async function runAsOperator(work: (operator: Operator) => Promise<void>): Promise<void> {
  const app = await NestFactory.createApplicationContext(OperatorModule, { logger: false });
  const bus = app.get(CommandBus);
  const sealer = app.get(Sealer);
  try {
    await work({
      ask: (contract, request) => askPatiently(bus, contract, request),
      seal: (addressee, text, context) => sealer.seal(addressee, text, context),
      open: (sealed, context) => sealer.open(sealed, context),
    });
  } finally {
    await app.close();
  }
}

/** The data of a positive answer; a refusal ends the tool with its code. */
export function accepted<Answer>(reply: Reply<Answer>): Answer {
  if (!reply.ok) throw new Error(`refused: ${reply.code}${reply.detail === undefined ? '' : ` (${reply.detail})`}`);
  return (reply satisfies Acceptance<Answer>).data;
}

/** Commands are idempotent, so one whose fate is not known is asked again. */
async function askPatiently<Request extends object, Answer extends object>(
  bus: CommandBus,
  contract: CommandContract<Request, Answer>,
  request: Request,
): Promise<Reply<Answer>> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await bus.send(contract, request, { requestId: newId('request') });
    if (reply.ok || attempt === ATTEMPTS || !/^(service_unavailable|upstream_timeout)$/.test(reply.code)) return reply;
  }
}
