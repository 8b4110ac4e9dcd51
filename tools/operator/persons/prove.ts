import { readFile } from 'node:fs/promises';
import type { CommandContract, Principal, Reply, Sealed, StaffNeed } from '@paygate/contracts';
import { proveStaff } from '@paygate/contracts';
import { commands } from '@paygate/messaging';
import { actDigest } from '@paygate/platform';
import { BadUsage } from '../bad-usage.js';
import type { Asked } from './terminal.js';

/** Commands of one kind that wait for another person: what `approve` reads. */
export interface WaitingAct {
  readonly command: string;
  readonly requests: readonly object[];
  readonly proofs: readonly string[];
}

/** Thrown instead of an answer: the act is proven, and needs another person. */
export class LeftToAnother extends Error {
  constructor(readonly act: WaitingAct) {
    super('Nothing has been done yet. Another person proves it: npm run operator -- approve <file with this line>');
  }
}

/** Sends a command; the person at the terminal proves it, where that is needed, with all the requests `among` which it is. */
export type ProvingSend = <Request extends object, Answer extends object>(
  contract: CommandContract<Request, Answer>,
  request: Request,
  among?: readonly Request[],
) => Promise<Reply<Answer>>;

/** The means of a proof: commands to auth, secrets sealed for it, and what the person at the terminal types. */
export interface ProvingMeans {
  readonly send: ProvingSend;
  readonly seal: (addressee: Principal, text: string, context: string) => Sealed;
  readonly open: (sealed: Sealed, context: string) => string;
  readonly ask: <Name extends Asked>(...names: readonly Name[]) => Promise<Readonly<Record<Name, string>>>;
}

/** Prints commands, and proves them as the person at the terminal; throws {@link LeftToAnother} while they need one more. */
export async function proven(
  { send, seal, open, ask }: ProvingMeans,
  { command, requests, proofs }: WaitingAct,
): Promise<readonly string[]> {
  // what the person proves
  console.error(JSON.stringify({ command, requests }, undefined, 2));
  const given = await ask('email', 'password', 'code');
  const sealed = (name: keyof typeof given) => seal('auth', given[name], `staff.${name}`);
  const acts = requests.map((request) => actDigest(command, request));
  const shown = { email: sealed('email'), password: sealed('password'), code: sealed('code') };
  const reply = await send(proveStaff, { ...shown, acts, need: needOf(command) });
  if (!reply.ok) throw new Error(`refused: ${reply.code}${reply.detail === undefined ? '' : ` (${reply.detail})`}`);
  const { proof, persons } = reply.data;
  const all = [...proofs, open(proof, 'staff.proof')];
  if (all.length < persons) throw new LeftToAnother({ command, requests, proofs: all });
  return all;
}

/** Sends a command with proofs, if it has any. */
export type ProvenSend = <Request extends object, Answer extends object>(
  contract: CommandContract<Request, Answer>,
  request: Request,
  proofs?: readonly string[],
) => Promise<Reply<Answer>>;

/** Sends commands as they are; those that are refused for want of persons again, with the proofs that `prove` gets. */
export function sendingOf(send: ProvenSend, prove: (act: WaitingAct) => Promise<readonly string[]>): ProvingSend {
  const proofsOf = new Map<string, readonly string[]>();
  return async (contract, request, among = [request]) => {
    const digest = actDigest(contract.name, request);
    const reply = await send(contract, request, proofsOf.get(digest));
    const isUnproven = contract.staff !== undefined && !reply.ok && reply.code === 'scope_missing';
    if (!isUnproven || proofsOf.has(digest)) return reply;
    const requests = among.filter((one) => !proofsOf.has(actDigest(contract.name, one)));
    const proofs = await prove({ command: contract.name, requests, proofs: [] });
    for (const one of requests) proofsOf.set(actDigest(contract.name, one), proofs);
    return send(contract, request, proofs);
  };
}

/** Proves the commands of a file as one person more, and sends them. */
export async function approve(
  operator: ProvingMeans & { readonly sendProven: ProvenSend },
  file: string,
): Promise<readonly object[]> {
  const line = file === '-' ? (await operator.ask('act')).act : await readFile(file, 'utf8');
  const act = JSON.parse(line) as WaitingAct;
  const contract = contractOf(act.command);
  const proofs = await proven(operator, act);
  const done: object[] = [];
  for (const request of act.requests) done.push(repliedOf(await operator.sendProven(contract, request, proofs)));
  return done;
}

/** A refusal of one command of several leaves the others. */
function repliedOf(reply: Reply<object>): object {
  return reply.ok ? reply.data : { refused: reply.code, ...reply.fields };
}

function contractOf(name: string): CommandContract<object, object> {
  const contract = commands.find((one) => one.name === name && one.staff !== undefined);
  if (contract === undefined) throw new BadUsage(`"${name}" is not an act that persons prove`);
  return contract as CommandContract<object, object>;
}

function needOf(command: string): StaffNeed {
  const { staff = 'nobody' } = contractOf(command);
  if (staff === 'nobody') throw new BadUsage(`"${command}" is nobody's act`);
  return staff;
}
