import type { RailControl, StatementLine } from './rail-control.js';

/** A charge by mobile money as the API shows it in the end. Each has a phone of its own, so that a second debit is seen. */
export interface EndedCharge {
  readonly chargeId: string;
  readonly phoneNumber: string;
  readonly amount: string;
  /** The status of the intent. */
  readonly status: string;
  readonly failureCode?: string | undefined;
}

/** Where the ledger is read. */
export interface LedgerSource {
  query<Row extends object>(service: 'charging', text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

const RAILS = ['mtn_momo', 'orange_money'] as const;

/** Declines that the simulated operators make on purpose, by the last two digits of the number: docs/rails.md. */
const INJECTED: Readonly<Record<string, string>> = {
  '10': 'insufficient_funds',
  '11': 'payer_rejected',
  '12': 'payer_timeout',
};

/** Of the account that collects, and of one that the operator keeps apart for refunds. */
const FLOAT = `
  SELECT coalesce(sum(balance), 0)::text AS balance FROM account_balance JOIN ledger USING (ledger)
  WHERE kind = 'float' AND split_part(owner_id, '/', 1) = $1 AND mode = 'test'`;

/** Charges of which nothing was sent to a rail within 120 s of their acceptance. */
const NEVER_BEGUN = `
  SELECT c.charge_id AS "chargeId" FROM charge c LEFT JOIN rail_operation o ON o.operation_id = c.charge_id
  WHERE c.charge_id = ANY ($1) AND o.submitted_at IS NULL AND c.settled_at >= c.accepted_at + interval '120 seconds'`;

/** Compares charges with the statements of the simulated operators: one sentence for each difference. */
export async function railDifferences(
  charges: readonly EndedCharge[],
  control: RailControl,
  ledger: LedgerSource,
): Promise<readonly string[]> {
  const statements = await Promise.all(RAILS.map((rail) => control.statement(rail)));
  const debits = Map.groupBy(statements.flat(), ({ msisdn }) => nationalNumber(msisdn));
  const declined = charges.filter(({ status }) => status === 'FAILED').map(({ chargeId }) => chargeId);
  const rows = await ledger.query<{ chargeId: string }>('charging', NEVER_BEGUN, [declined]);
  const neverBegun = new Set(rows.map(({ chargeId }) => chargeId));
  const floats = await Promise.all(RAILS.map((rail, index) => floatDifference(rail, statements[index] ?? [], ledger)));
  return [
    ...charges.flatMap((charge) => chargeDifference(charge, debits.get(nationalNumber(charge.phoneNumber)) ?? [])),
    ...charges.filter((charge) => !isExplained(charge, neverBegun)).map(unexplained),
    ...floats.flat(),
  ];
}

function chargeDifference(
  { chargeId, status, amount }: EndedCharge,
  debits: readonly StatementLine[],
): readonly string[] {
  const amounts = debits.map((line) => String(-BigInt(line.amount)));
  const expected = status === 'COMPLETED' ? [amount] : [];
  if (status !== 'COMPLETED' && status !== 'FAILED') return [`${chargeId} has not ended: ${status}`];
  if (amounts.join() === expected.join()) return [];
  return [`${chargeId} of ${amount} is ${status}, and its payer was debited ${amounts.join(' and ') || 'nothing'}`];
}

/** A decline is injected, or its charge was too old to begin. */
function isExplained({ chargeId, status, phoneNumber, failureCode }: EndedCharge, neverBegun: ReadonlySet<string>) {
  if (status !== 'FAILED' || INJECTED[phoneNumber.slice(-2)] === failureCode) return true;
  return failureCode === 'rail_unavailable' && neverBegun.has(chargeId);
}

function unexplained({ chargeId, failureCode }: EndedCharge): string {
  return `${chargeId} was declined with ${String(failureCode)}, which nothing explains`;
}

async function floatDifference(
  rail: string,
  statement: readonly StatementLine[],
  ledger: LedgerSource,
): Promise<readonly string[]> {
  const [row] = await ledger.query<{ balance: string }>('charging', FLOAT, [rail]);
  const booked = -BigInt(row?.balance ?? 0);
  const debited = statement.reduce((sum, { amount }) => sum - BigInt(amount), 0n);
  return booked === debited ? [] : [`${rail} debited ${debited} francs, and the ledger has ${booked}`];
}

/** Orange Money leaves out the country code. */
function nationalNumber(msisdn: string): string {
  return msisdn.slice(-9);
}
