import {
  createMerchant,
  decisions,
  endSessions,
  eraseFormerMember,
  feeMethods,
  inviteMember,
  isEmailAddress,
  isName,
  NAME_MAX_CHARACTERS,
  payoutResolutions,
  resolutions,
  setMerchant,
  verifyAuditTrail,
} from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { adjustmentCommands } from './corrections/adjustment-command.js';
import { batchCommands } from './corrections/batch-command.js';
import { BadUsage } from './bad-usage.js';
import { destinationRegistration, destinationRevocation } from './destination-command.js';
import type { WantedFee } from './fee-command.js';
import { agreeFee, feeWords, previewFee, showFees } from './fee-command.js';
import { floatWords, makeFloatTransfer, previewFloatTransfer } from './float-command.js';
import { liveRequestRefusal, liveRequests } from './live-request-command.js';
import { merchantChanges } from './merchant-changes.js';
import type { Operator } from './operator.js';
import { accepted } from './operator.js';
import {
  acceptStatement,
  reconciliationReport,
  reportedDay,
  showReconciliation,
  statementDay,
  uploadStatement,
} from './reconciliation-command.js';
import { makeRefund, previewRefund, refundWords } from './refund-command.js';
import {
  chargeResolution,
  decisionOfForgotten,
  escalations,
  payoutResolution,
  topUpResolution,
  withdrawalResolution,
  refundResolution,
  returnResolution,
} from './resolution-command.js';
import { reversalCommands } from './reversal-command.js';
import { staffCommands } from './persons/staff-command.js';
import { testCustomer } from './test-customer.js';
import { idOf, timeOf } from './typed-words.js';
import { unclaimedCommands } from './corrections/unclaimed-command.js';
import { walletCommands } from './wallets/wallet-command.js';

/** Executes the command, and returns what is printed: a text as it is, anything else as JSON. */
export type OperatorWork = (operator: Operator) => Promise<object | string>;

interface OperatorCommand {
  /** The arguments, as the usage shows them. */
  readonly takes: readonly string[];
  /** A last word that may be left out. */
  readonly mayTake?: string;
  readonly workOf: (...words: readonly string[]) => OperatorWork;
}

/** Without it, `resolve-charges` only shows what it would decide. */
const DECIDE = 'decide';
/** Without it, `agree-fee` only shows what it would change. */
const AGREE = 'agree';
/** Without it, `refund` only shows what it would do. */
const REFUND = 'refund';
/** Without it, `transfer-float` only shows what it would do. */
const TRANSFER = 'transfer';
/** Without them, the commands on payout destinations only show what the merchant has. */
const REGISTER = 'register';
const REVOKE = 'revoke';

const commands: ReadonlyMap<string, OperatorCommand> = new Map<string, OperatorCommand>([
  ['create-merchant', { takes: ['name'], workOf: newMerchant }],
  ['merchant', { takes: ['merchant id', [...merchantChanges.keys()].join('|')], workOf: merchantChange }],
  ['requests', { takes: [], workOf: liveRequests }],
  ['decline-request', { takes: ['merchant id', 'reason'], workOf: liveRequestRefusal }],
  ['rename-merchant', { takes: ['merchant id', 'name'], workOf: merchantRename }],
  ['invite-owner', { takes: ['merchant id', 'e-mail address'], workOf: ownerInvitation }],
  ['test-customer', { takes: ['phone number', 'amount'], workOf: testCustomer }],
  ['verify-audit-trail', { takes: ['merchant id'], workOf: auditTrailVerification }],
  ['erase-member', { takes: ['merchant id', 'member id'], workOf: erasureOfMember }],
  ['end-sessions', { takes: ['user id'], workOf: endOfSessions }],
  ['escalations', { takes: [], workOf: escalations }],
  ['resolve-charge', { takes: ['charge id', resolutions.join('|')], workOf: chargeResolution }],
  [
    'refund',
    { takes: ['merchant id', 'mode', 'payment intent id', 'amount|all'], mayTake: REFUND, workOf: refundOfOperator },
  ],
  ['fees', { takes: ['merchant id'], workOf: feesOfMerchant }],
  [
    'agree-fee',
    {
      takes: ['merchant id', feeMethods.join('|'), 'basis points', 'fixed part', 'effective from'],
      mayTake: AGREE,
      workOf: agreementOnFee,
    },
  ],
  ['transfer-float', { takes: ['mode', 'from', 'to', 'amount'], mayTake: TRANSFER, workOf: transferBetweenFloats }],
  ['resolve-refund', { takes: ['refund id', resolutions.join('|')], workOf: refundResolution }],
  ['resolve-payout', { takes: ['payout id', payoutResolutions.join('|')], workOf: payoutResolution }],
  ['resolve-return', { takes: ['return id', resolutions.join('|')], workOf: returnResolution }],
  ['resolve-top-up', { takes: ['top-up id', resolutions.join('|')], workOf: topUpResolution }],
  ['resolve-withdrawal', { takes: ['withdrawal id', payoutResolutions.join('|')], workOf: withdrawalResolution }],
  [
    'register-payout-destination',
    {
      takes: ['merchant id', 'mode', 'rail', 'phone number', 'name'],
      mayTake: REGISTER,
      workOf: destinationRegistration,
    },
  ],
  [
    'revoke-payout-destination',
    { takes: ['merchant id', 'mode', 'destination id'], mayTake: REVOKE, workOf: destinationRevocation },
  ],
  [
    'resolve-charges',
    { takes: ['rail', 'from', 'to', decisions.join('|')], mayTake: DECIDE, workOf: decisionOfForgotten },
  ],
  ['upload-statement', { takes: ['rail', 'mode', 'day', 'file'], workOf: uploadOfStatement }],
  ['reconciliation', { takes: ['rail', 'mode', 'day'], workOf: reconciliationOfDay }],
  ['reconciliation-report', { takes: ['rail', 'mode', 'day'], workOf: reportOfDay }],
  ['accept-reconciliation', { takes: ['rail', 'mode', 'day', 'report', 'what was done'], workOf: acceptanceOfDay }],
  ...adjustmentCommands,
  ...reversalCommands,
  ...unclaimedCommands,
  ...batchCommands,
  ...walletCommands,
  ...staffCommands,
]);

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
  if (!isEmailAddress(email))
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

/** Erases the name that the removal of a member has kept. */
function erasureOfMember(merchant: string, member: string): OperatorWork {
  const command = { merchantId: idOf('merchant', merchant), memberId: idOf('member', member) };
  return async ({ send }) => accepted(await send(eraseFormerMember, command));
}

function endOfSessions(id: string): OperatorWork {
  const userId = idOf('user', id);
  return async ({ send }) => accepted(await send(endSessions, { userId }));
}

function refundOfOperator(
  ...[merchant = '', mode = '', intent = '', amount = '', refund]: readonly string[]
): OperatorWork {
  const ids = { merchantId: idOf('merchant', merchant), intentId: idOf('intent', intent) };
  const wanted = { ...ids, ...refundWords(mode, amount) };
  return (operator) => (refund === undefined ? previewRefund(operator, wanted) : makeRefund(operator, wanted));
}

/** Shows, or records, a transfer between the accounts that a rail keeps apart. */
function transferBetweenFloats(
  ...[mode = '', from = '', to = '', amount = '', transfer]: readonly string[]
): OperatorWork {
  const wanted = floatWords({ mode, from, to, amount });
  return (operator) =>
    transfer === undefined ? previewFloatTransfer(operator, wanted) : makeFloatTransfer(operator, wanted);
}

function feesOfMerchant(id: string): OperatorWork {
  const merchantId = idOf('merchant', id);
  return (operator) => showFees(operator, merchantId);
}

/** Shows, or agrees, what a merchant pays for charges that are accepted from a time on. */
function agreementOnFee(
  ...[merchant = '', method = '', bps = '', fixed = '', from = '', agree]: readonly string[]
): OperatorWork {
  const terms = { ...feeWords(method, bps, fixed), effectiveFrom: timeOf(from) };
  const wanted: WantedFee = { merchantId: idOf('merchant', merchant), terms };
  return (operator) => (agree === undefined ? previewFee(operator, wanted) : agreeFee(operator, wanted));
}

function uploadOfStatement(...[rail = '', mode = '', day = '', file = '']: readonly string[]): OperatorWork {
  const wanted = statementDay(rail, mode, day);
  return (operator) => uploadStatement(operator, wanted, file);
}

function reconciliationOfDay(...[rail = '', mode = '', day = '']: readonly string[]): OperatorWork {
  const wanted = statementDay(rail, mode, day);
  return (operator) => showReconciliation(operator, wanted);
}

function reportOfDay(...[rail = '', mode = '', day = '']: readonly string[]): OperatorWork {
  const wanted = statementDay(rail, mode, day);
  return (operator) => reconciliationReport(operator, wanted);
}

function acceptanceOfDay(...[rail = '', mode = '', day = '', report = '', done = '']: readonly string[]): OperatorWork {
  const reported = reportedDay(statementDay(rail, mode, day), report);
  return (operator) => acceptStatement(operator, reported, done);
}
