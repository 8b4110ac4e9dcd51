import { Module } from '@nestjs/common';
import type { Acceptance, CommandContract, Reply } from '@paygate/contracts';
import { CommandBus, MessagingModule } from '@paygate/messaging';
import {
  eventually,
  Health,
  loadConfig,
  newId,
  PlatformModule,
  Sealer,
  ServiceConfig,
  startService,
} from '@paygate/platform';
import type { ProvenSend, ProvingMeans, ProvingSend } from './persons/prove.js';
import { proven, sendingOf } from './persons/prove.js';
import { Terminal } from './persons/terminal.js';

/** The means of an operator's tool: send commands to services, and encrypt and decrypt secrets. */
export interface Operator extends ProvingMeans {
  /** Throws LeftToAnother while another person must prove the command. */
  readonly send: ProvingSend;
  /** Sends a command with the proofs of persons. */
  readonly sendProven: ProvenSend;
}

@Module({
  imports: [PlatformModule.forService('operator', ServiceConfig), MessagingModule.forService({ replies: true })],
})
class OperatorModule {}

const ATTEMPTS = 5;
const READY_TIMEOUT_MS = 30_000;

/** Runs a tool as the principal `operator`, connected to the bus, and disconnects afterwards. Persons prove at the terminal, or by `asked`. */
export async function runAsOperator(
  work: (operator: Operator) => Promise<void>,
  asked?: ProvingMeans['ask'],
): Promise<void> {
  const service = await startService({
    name: 'operator',
    module: OperatorModule,
    // any free port, because nothing probes a tool
    config: loadConfig(ServiceConfig, { HEALTH_PORT: '0', ...process.env }),
  });
  const { app } = service;
  const bus = app.get(CommandBus, { strict: false });
  const sealer = app.get(Sealer, { strict: false });
  const terminal = new Terminal();
  try {
    await service.connected;
    await eventually(() => app.get(Health, { strict: false }).report().ready, { timeoutMs: READY_TIMEOUT_MS });
    const sendProven: ProvenSend = (contract, request, proofs) => sendWithRetries(bus, contract, request, proofs);
    const operator: Operator = {
      sendProven,
      send: sendingOf(sendProven, (act) => proven(operator, act)),
      seal: (addressee, text, context) => sealer.seal(addressee, text, context),
      open: (sealed, context) => sealer.open(sealed, context),
      ask: asked ?? ((...names) => terminal.ask(...names)),
    };
    await work(operator);
  } finally {
    terminal.close();
    await service.stop();
  }
}

/** The data of a reply. Throws with the code of a refusal. */
export function accepted<Answer>(reply: Reply<Answer>): Answer {
  if (!reply.ok) throw new Error(`refused: ${reply.code}${reply.detail === undefined ? '' : ` (${reply.detail})`}`);
  return (reply satisfies Acceptance<Answer>).data;
}

/** Commands are idempotent, so one whose outcome is unknown is sent again, unless persons have proven it: their proofs may be used up. */
async function sendWithRetries<Request extends object, Answer extends object>(
  bus: CommandBus,
  contract: CommandContract<Request, Answer>,
  request: Request,
  proofs?: readonly string[],
): Promise<Reply<Answer>> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await bus.send(contract, request, { requestId: newId('request'), proofs });
    const isLost = !reply.ok && /^(service_unavailable|upstream_timeout)$/.test(reply.code);
    if (!isLost || attempt === ATTEMPTS || proofs !== undefined) return reply;
  }
}
