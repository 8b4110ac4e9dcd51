import type { IdKind, Resolution } from '@paygate/contracts';
import {
  createMerchant,
  decisions,
  endSessions,
  idPrefixes,
  inviteMember,
  isName,
  listEscalations,
  mobileOperators,
  MOST_ESCALATIONS,
  NAME_MAX_CHARACTERS,
  resolutions,
  resolveRailOperation,
  setMerchant,
  verifyAuditTrail,
} from '@paygate/contracts';
import { isId, newId } from '@paygate/platform';
import { BadUsage } from './bad-usage.js';
import { merchantChanges } from './merchant-changes.js';
import type { Operator } from './operator.js';
import { accepted } from './operator.js';
import { makeRefund, previewRefund, refundWords } from './refund-command.js';

/** Executes the command, and returns what is printed. */
export type OperatorWork = (operator: Pick<Operator, 'send' | 'seal'>) => Promise<object>;

interface OperatorCommand {
  /** The arguments, as the usage shows them. */
  readonly takes: readonly string[];
  /** A last word that may be left out. */
  readonly mayTake?: string;
  readonly workOf: (...words: readonly string[]) => OperatorWork;
}

/** Without it, `resolve-charges` only shows what it would decide. */
const DECIDE = 'decide';
/** Without it, `refund` only shows what it would do. */
const REFUND = 'refund';

const commands: ReadonlyMap<string, OperatorCommand> = new Map<string, OperatorCommand>([
  ['create-merchant', { takes: ['name'], workOf: newMerchant }],
  ['merchant', { takes: ['merchant id', [...merchantChanges.keys()].join('|')], workOf: merchantChange }],
  ['rename-merchant', { takes: ['merchant id', 'name'], workOf: merchantRename }],
  ['invite-owner', { takes: ['merchant id', 'e-mail address'], workOf: ownerInvitation }],
  ['verify-audit-trail', { takes: ['merchant id'], workOf: auditTrailVerification }],
  ['end-sessions', { takes: ['user id'], workOf: endOfSessions }],
  ['escalations', { takes: [], workOf: escalations }],
  ['resolve-charge', { takes: ['charge id', resolutions.join('|')], workOf: chargeResolution }],
  [
    'refund',
    { takes: ['merchant id', 'mode', 'payment intent id', 'amount|all'], mayTake: REFUND, workOf: refundOfOperator },
  ],
  ['resolve-refund', { takes: ['refund id', resolutions.join('|')], workOf: refundResolution }],
  [
    'resolve-charges',
    { takes: ['rail', 'from', 'to', decisions.join('|')], mayTake: DECIDE, workOf: decisionOfForgotten },
  ],
]);

/** The form of an e-mail address. */
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}\.[^\s@]{2,63}$/;
const ID_CHARACTERS = 26;
/** RFC 3339. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

export const USAGE = [
  'usage: npm run operator -- <command>',
  ...[...commands].map(([name, { takes, mayTake }]) =>
    [' ', name, ...takes.map((word) => `<${word}>`), ...(mayTake === undefined ? [] : [`[${mayTake}]`])].join(' '),
  ),
].join('\n');

/** The work of a command line. Throws {@link BadUsage} when the line does not match {@link USAGE}. */
export function operatorWork([name = '', ...words]: readonly string[]): OperatorWork {
  const command = commands.get(name);
  if (command === undefined) throw new BadUsage(name === '' ? 'no command is given' : `"${name}" is not a command`);
  const { takes, mayTake, workOf } = command;
  const missing = takes[words.length];
  if (missing !== undefined) throw new BadUsage(`${name}: <${missing}> is missing`);
  const [last] = words.slice(takes.length);
  const surplus = last === mayTake ? words[takes.length + 1] : last;
  if (surplus !== undefined) throw new BadUsage(`${name}: "${surplus}" is one word too many`);
  return workOf(...words);
}

/** Opens an account. Its test keys work from the beginning; an owner makes them. */
function newMerchant(word: string): OperatorWork {
  const name = nameOf(word);
  const merchantId = newId('merchant');
  return async ({ send }) => accepted(await send(createMerchant, { merchantId, name }));
}

function merchantChange(id: string, word: string): OperatorWork {
  const merchantId = idOf('merchant', id);
  const change = merchantChanges.get(word);
  if (change === undefined) throw new BadUsage(`"${word}" is not a change of a merchant`);
  return async ({ send }) => accepted(await send(setMerchant, { merchantId, ...change }));
}

/** Changes the name that customers read, in live mode too. */
function merchantRename(id: string, word: string): OperatorWork {
  const [merchantId, name] = [idOf('merchant', id), nameOf(word)];
  return async ({ send }) => accepted(await send(setMerchant, { merchantId, name }));
}

function nameOf(word: string): string {
  if (isName(word)) return word;
  throw new BadUsage(`the name must be one line of 1 to ${NAME_MAX_CHARACTERS} visible characters`);
}

/** Invites the first owner of an account; owners invite the others. Prints no address. */
function ownerInvitation(id: string, email: string): OperatorWork {
  const merchantId = idOf('merchant', id);
  if (!EMAIL.test(email))
    throw new BadUsage('the e-mail address is invalid: it needs a name, an @ and a domain with a dot');
  return async ({ send, seal }) => {
    const sealed = seal('auth', email, 'invite-member.email');
    const command = { merchantId, memberId: newId('member'), email: sealed, role: 'owner' as const };
    const { memberId, role, status } = accepted(await send(inviteMember, command));
    return { memberId, merchantId, role, status };
  };
}

function auditTrailVerification(id: string): OperatorWork {
  const merchantId = idOf('merchant', id);
  return async ({ send }) => accepted(await send(verifyAuditTrail, { merchantId }));
}

function endOfSessions(id: string): OperatorWork {
  const userId = idOf('user', id);
  return async ({ send }) => accepted(await send(endSessions, { userId }));
}

/** Mobile-money charges that are in doubt, or that the rail leaves open or contradicts. */
function escalations(): OperatorWork {
  return async ({ send }) => accepted(await send(listEscalations, { limit: MOST_ESCALATIONS })).operations;
}

/** Shows, or decides, all charges of a rail and a time span of which the rail has long known nothing. */
function decisionOfForgotten(
  ...[railWord = '', fromWord = '', toWord = '', word = '', decide]: readonly string[]
): OperatorWork {
  const rail = mobileOperators.find((known) => known === railWord);
  if (rail === undefined) throw new BadUsage(`"${railWord}" is not a rail: ${mobileOperators.join(', ')}`);
  const resolution = decisions.find((known) => known === word);
  if (resolution === undefined) throw new BadUsage(`"${word}" is not a decision of charges`);
  const asked = { limit: MOST_ESCALATIONS, rail, from: timeOf(fromWord), to: timeOf(toWord), isForgotten: true };
  return async ({ send }) => {
    const list = () => send(listEscalations, asked).then(accepted);
    let listed = await list();
    if (decide === undefined) return { wouldBe: resolution, total: listed.total, operations: listed.operations };
    const counts = { succeeded: 0, declined: 0, unclear: 0 };
    // what is decided is not listed any more; `total` bounds the work to what there was
    for (let left = listed.total; left > 0 && listed.operations.length > 0; listed = await list()) {
      for (const { chargeId, refundId } of listed.operations) {
        const named = refundId === undefined ? { chargeId } : { refundId };
        const reply = await send(resolveRailOperation, { ...named, resolution });
        // refused: the rail has answered since
        counts[reply.ok ? reply.data.state : 'unclear'] += 1;
        left -= 1;
      }
    }
    return counts;
  };
}

function chargeResolution(id: string, word: string): OperatorWork {
  const named = { chargeId: idOf('charge', id) };
  const resolution = resolutionOf(word, 'charge');
  return async ({ send }) => accepted(await send(resolveRailOperation, { ...named, resolution }));
}

function refundResolution(id: string, word: string): OperatorWork {
  const named = { refundId: idOf('refund', id) };
  const resolution = resolutionOf(word, 'refund');
  return async ({ send }) => accepted(await send(resolveRailOperation, { ...named, resolution }));
}

function resolutionOf(word: string, kind: 'charge' | 'refund'): Resolution {
  const resolution = resolutions.find((known) => known === word);
  if (resolution === undefined) throw new BadUsage(`"${word}" is not a resolution of a ${kind}`);
  return resolution;
}

function refundOfOperator(
  ...[merchant = '', mode = '', intent = '', amount = '', refund]: readonly string[]
): OperatorWork {
  const ids = { merchantId: idOf('merchant', merchant), intentId: idOf('intent', intent) };
  const wanted = { ...ids, ...refundWords(mode, amount) };
  return (operator) => (refund === undefined ? previewRefund(operator, wanted) : makeRefund(operator, wanted));
}

function timeOf(text: string): string {
  const time = new Date(text);
  if (!TIME.test(text) || Number.isNaN(time.getTime()))
    throw new BadUsage(`"${text}" is not a time such as 2026-01-31T09:00:00Z`);
  return time.toISOString();
}

function idOf(kind: IdKind, text: string): string {
  if (isId(kind, text)) return text;
  throw new BadUsage(`"${text}" is not a ${kind} id: ${flawOf(text, `${idPrefixes[kind]}_`)}`);
}

function flawOf(text: string, prefix: string): string {
  if (!text.startsWith(prefix)) return `it does not begin with "${prefix}"`;
  const length = text.length - prefix.length;
  if (length !== ID_CHARACTERS) return `${length} characters follow "${prefix}", not ${ID_CHARACTERS}`;
  return `after "${prefix}" come a digit up to 7, then digits and lower-case letters other than i, l, o and u`;
}
