#!/usr/bin/env bash
# iso20022.js 0.0.15 (npm) with dinero.js 1.9.1.
#
# The package takes and gives amounts in minor units, and turns them into those of ISO 20022 by dinero.js 1, whose precision is 2 unless it is set, whatever
# the currency. ISO 4217 gives XAF, XOF and JPY none, KWD three. So a pain.001 of 15000 XAF (15000 minor units, 15,000 francs) orders 150 francs, and a
# camt.053 with an entry of 15000 XAF is read as 1500000, a hundred times too much. Each way is consistent with itself; whoever has the amounts from elsewhere, from a
# ledger or by ISO 4217, pays a hundredth. Nothing is thrown or warned of.
#
# An entry of 1.15 EUR, a currency with two, is read as 114.99999999999999: the text is made a float and multiplied.
#
# Needs npm and Node. Exits with 0 while this is so, with 1 when it has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s' '{"private":true,"dependencies":{"iso20022.js":"0.0.15"},"overrides":{"dinero.js":"1.9.1"}}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts > /dev/null

cat > ask.mjs << 'NODE'
import { CashManagementEndOfDayReport, ISO20022 } from 'iso20022.js';

const agent = { bic: 'DEUTDEFF', bankAddress: { country: 'DE' } };
const bank = new ISO20022({ initiatingParty: { name: 'Shop', id: 'SHOP', account: { accountNumber: '12345678' }, agent } });
const address = { streetName: 'Rue 1', townName: 'Douala', postalCode: '1', country: 'CM' };
const creditor = { name: 'Supplier', account: { iban: 'DE89370400440532013000' }, agent, address };

function ordered(amount, currency) {
  const order = { type: 'swift', direction: 'credit', amount, currency, creditor };
  const xml = bank.createSWIFTCreditPaymentInitiation([order]).toString();
  return /<InstdAmt Ccy="[A-Z]{3}">([^<]*)</.exec(xml)[1];
}

function read(amount, currency) {
  const day = '<Dt><Dt>2026-11-02</Dt></Dt>';
  const value = `<Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>`;
  const balance = (kind) => `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp>${value}${day}</Bal>`;
  const details = `<NtryDtls><TxDtls><Refs><EndToEndId>7</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="${currency}">${amount}</Amt></TxAmt></AmtDtls></TxDtls></NtryDtls>`;
  const entry = `<Ntry>${value}<Sts>BOOK</Sts><BookgDt><Dt>2026-11-02</Dt></BookgDt><ValDt><Dt>2026-11-02</Dt></ValDt><AcctSvcrRef>7</AcctSvcrRef><BkTxCd><Prtry><Cd>1</Cd></Prtry></BkTxCd>${details}</Ntry>`;
  const account = `<Acct><Id><Othr><Id>12345678</Id></Othr></Id><Ccy>${currency}</Ccy><Svcr><FinInstnId><BIC>DEUTDEFF</BIC></FinInstnId></Svcr></Acct>`;
  const span = '<FrToDt><FrDtTm>2026-11-02T00:00:00</FrDtTm><ToDtTm>2026-11-02T23:59:59</ToDtTm></FrToDt>';
  const head = '<CreDtTm>2026-11-03T00:00:00</CreDtTm>';
  const statement = `<Stmt><Id>1</Id><ElctrncSeqNb>1</ElctrncSeqNb>${head}${span}${account}${balance('OPBD')}${balance('CLBD')}${entry}</Stmt>`;
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId>${head}</GrpHdr>${statement}</BkToCstmrStmt></Document>`;
  return CashManagementEndOfDayReport.fromXML(xml).statements[0].entries[0].amount;
}

const orders = ['XAF', 'USD', 'KWD'].map((currency) => `${currency} 15000: ${ordered(15_000, currency)}`);
const entries = [['15000', 'XAF'], ['1.250', 'KWD'], ['1.15', 'EUR']].map(([amount, currency]) => `${currency} ${amount}: ${read(amount, currency)}`);
console.log(`ordered ${orders.join(', ')}; read ${entries.join(', ')}`);
NODE
printed=$(node ask.mjs)
echo "$printed"
[[ $printed == 'ordered XAF 15000: 150, USD 15000: 150, KWD 15000: 150; read XAF 15000: 1500000, KWD 1.250: 125, EUR 1.15: 114.99999999999999' ]] || {
  echo 'this has changed' >&2
  exit 1
}
