import type { RailControl, StatementLine } from './rail-control.js';

/** A charge by mobile money as the API shows it in the end. Each has a phone of its own, so that a second debit is seen. */
export interface EndedCharge {
  readonly chargeId: string;
  readonly phoneNumber: string;
  readonly amount: string;
  /** The amounts that were refunded to the phone. */
  readonly refunded?: readonly string[];
  /** The amounts that its operator has taken back, as they are booked. */
  readonly reversed?: readonly string[];
  /** The status of the intent. */
  readonly status: string;
  readonly failureCode?: string | undefined;
}

/** The database from which the ledger is read. */
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

/** The balances of the accounts of operators: a float is debited with what comes in. */
const FLOATS = `
  SELECT owner_id AS name, (-balance)::text AS balance FROM account_balance JOIN ledger USING (ledger)
  WHERE kind = 'float' AND mode = 'test'`;

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
  const lines = Map.groupBy(statements.flat(), ({ msisdn }) => nationalNumber(msisdn));
  const declined = charges.filter(({ status }) => status === 'FAILED').map(({ chargeId }) => chargeId);
  const rows = await ledger.query<{ chargeId: string }>('charging', NEVER_BEGUN, [declined]);
  const neverBegun = new Set(rows.map(({ chargeId }) => chargeId));
  const floats = await floatDifferences(control, ledger);
  return [
    ...charges.flatMap((charge) => chargeDifference(charge, lines.get(nationalNumber(charge.phoneNumber)) ?? [])),
    ...charges.filter((charge) => !isExplained(charge, neverBegun)).map(unexplained),
    ...floats,
  ];
}

function chargeDifference(
  { chargeId, status, amount, refunded = [], reversed = [] }: EndedCharge,
  lines: readonly StatementLine[],
): readonly string[] {
  const moved = lines.map((line) => BigInt(line.amount));
  const amounts = moved.filter((change) => change < 0n).map((change) => String(-change));
  const credits = moved.filter((change) => change > 0n).map(String);
  const expected = status === 'COMPLETED' ? [amount] : [];
  if (status !== 'COMPLETED' && status !== 'FAILED') return [`${chargeId} has not ended: ${status}`];
  const back = [...refunded, ...reversed];
  if (credits.toSorted().join() !== back.toSorted().join())
    return [
      `${chargeId} was refunded ${back.join(' and ') || 'nothing'}, and its payer got ${credits.join(' and ') || 'nothing'}`,
    ];
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

/** Each float of the ledger holds what its account at the operator has. */
async function floatDifferences(control: RailControl, ledger: LedgerSource): Promise<readonly string[]> {
  const rows = await ledger.query<{ name: string; balance: string }>('charging', FLOATS);
  const booked = new Map(rows.map(({ name, balance }) => [name, balance]));
  return (await control.accounts()).flatMap(({ name, balance }) => {
    const float = booked.get(name) ?? '0';
    return float === balance ? [] : [`${name} has ${balance} francs, and the ledger has ${float}`];
  });
}

/** Orange Money leaves out the country code. */
function nationalNumber(msisdn: string): string {
  return msisdn.slice(-9);
}
