/** The shape of the load of charges on the ledger. */
export interface Shape {
  /** Statements under way at a time. */
  readonly clients: number;
  /** Charges of one statement, each of another wallet. */
  readonly batch: number;
  /** Merchants that are paid: one is as hot as it gets. */
  readonly merchants: number;
}

export const WALLETS = 20_000;
export const MERCHANTS = 1_000;
/** XAF of test mode. */
export const LEDGER = 1_950;
/** A hundred wallets at this distance, from any first one, are a hundred. */
const WALLET_STRIDE = 199;
const HEADERS_CHARACTERS = 200;
const PAYLOAD_CHARACTERS = 330;

/** Numbers that are written with as many digits each, so that they need no padding where time is measured. */
const FIRST_WALLET = 10_000;
const FIRST_MERCHANT = 1_000;
const padded = (prefix: string, digits: number): string => `${prefix}_${'0'.repeat(26 - digits)}`;
const USERS = padded('usr', 5);
const MERCHANT_IDS = padded('mer', 4);

export const userId = (number: number): string => `${USERS}${FIRST_WALLET + number}`;
export const merchantId = (number: number): string => `${MERCHANT_IDS}${FIRST_MERCHANT + number}`;

/**
 * The service's statement as a script of pgbench, whose parameters are made in SQL: the same client program then drives
 * both sides of a ratio. Ids grow with `:n`, of which each run begins with another one, as those of the service do with time.
 */
export function settlingScript(sql: string, { batch, merchants }: Shape): string {
  const number = `((:n::bigint * ${batch} + g) * 100 + :client_id::bigint)`;
  const elements = [
    `'${padded('ch', 11)}' || ${number}`,
    `'${padded('pi', 11)}' || ${number}`,
    `'${MERCHANT_IDS}' || (${FIRST_MERCHANT} + floor(random() * ${merchants})::integer)`,
    `'${USERS}' || (${FIRST_WALLET} + (:first::bigint + g * ${WALLET_STRIDE}) % ${WALLETS})`,
    String(LEDGER),
    '1000',
    '15',
    'clock_timestamp()',
    `'${padded('key', 1)}1'`,
    `lpad(to_hex(${number}), 32, '0')::uuid`,
    `'bench.charging.v1'`,
    `'${padded('pi', 11)}' || ${number}`,
    `'${'h'.repeat(HEADERS_CHARACTERS)}'`,
    `'${'p'.repeat(PAYLOAD_CHARACTERS)}'`,
  ];
  const statement = sql
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$(\d+)::(\w+)\[\]/g, (_, position: string, type: string) =>
      arraySql(elements[Number(position) - 1] ?? 'NULL', type, batch),
    )
    .replaceAll(/\$\d+::integer/g, '120')
    // the limits of a wallet
    .replaceAll(/\$\d+::bigint/g, '999999999999');
  return `\\set n :n + 1\n\\set first random(0, ${WALLETS - 1})\n${statement};\n`;
}

function arraySql(element: string, type: string, batch: number): string {
  if (batch === 1) return `ARRAY[(${element.replaceAll(/\bg\b/g, '0')})::${type}]`;
  return `(SELECT array_agg((${element})::${type}) FROM generate_series(0, ${batch - 1}) g)`;
}
