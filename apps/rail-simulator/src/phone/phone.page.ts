import { escaped, page } from '../pages/page.js';
import type { Payment } from '../payments/payment.js';
import { refundScenarios, transferScenarios } from '../payments/outgoing-scenarios.js';
import type { Scenario } from '../payments/scenarios.js';
import { scenarios } from '../payments/scenarios.js';

export interface PhoneContent {
  /** Newest first. */
  readonly pending: readonly Payment[];
  /** Newest first. */
  readonly decided: readonly Payment[];
}

const RAIL_NAMES = { mtn_momo: 'MTN MoMo', orange_money: 'Orange Money' } as const;

/** The prompts on all payers' phones, which a person approves or rejects here. */
export function phonePage({ pending, decided }: PhoneContent): string {
  const prompts = pending.map(prompt).join('');
  const outcomes = decided.map((payment) => `<li>${summary(payment)}<p>${outcome(payment)}</p></li>`).join('');
  return page({
    title: `Phone (${pending.length})`,
    refreshing: true,
    content: `<h1>Phone</h1>
<p>Payments that wait for the approval of their payer, on the simulated rails. A number that ends in 04 waits for you.</p>
<h2 id="pending">Waiting for approval</h2>
${prompts === '' ? '<p>There is nothing to approve.</p>' : `<ol aria-labelledby="pending">${prompts}</ol>`}
<h2 id="decided">Decided</h2>
${outcomes === '' ? '<p>There is nothing yet.</p>' : `<ol aria-labelledby="decided">${outcomes}</ol>`}`,
  });
}

function prompt(payment: Payment): string {
  return `<li>${summary(payment)}
<form method="post" action="/phone/decisions">
<input type="hidden" name="rail" value="${payment.rail}">
<input type="hidden" name="reference" value="${escaped(payment.reference)}">
<button name="verdict" value="approved">Approve ${amountOf(payment)}</button>
<button name="verdict" value="rejected">Reject</button>
</form></li>`;
}

function summary(payment: Payment): string {
  const { rail, kind, msisdn, request, created_at } = payment;
  const order = request['payerMessage'] ?? request['description'] ?? '';
  const time = created_at.toISOString();
  const direction = kind === 'collection' ? 'from' : 'to';
  return `<h3>${amountOf(payment)} by ${RAIL_NAMES[rail]} ${direction} ${escaped(msisdn ?? '')}</h3>
<p class="when"><time datetime="${time}">${time}</time> ${escaped(order)}</p>`;
}

function amountOf({ amount, currency }: Payment): string {
  return `${Number(amount).toLocaleString('en')} ${escaped(currency ?? '')}`;
}

function outcome({ reason }: Payment): string {
  return reason === null ? 'approved' : escaped(reason.replaceAll('_', ' '));
}

/** The page of the numbers, by their last two digits. */
export function numbersPage(): string {
  return page({
    title: 'Numbers',
    refreshing: false,
    content: `<h1>Numbers</h1>
<p>What happens to a payment, by the last two digits of the payer’s number, on both rails. Any other number has no account.</p>
${table('Payments', scenarios)}
${table('Refunds (MTN MoMo); of other numbers they succeed', refundScenarios)}
${table('Transfers (MTN MoMo); other numbers have no account', transferScenarios)}`,
  });
}

function table(caption: string, of: Readonly<Record<string, Scenario>>): string {
  const rows = Object.entries(of)
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([digits, { meaning }]) => `<tr><th scope="row">${digits}</th><td>${escaped(meaning)}</td></tr>`);
  return `<h2>${caption}</h2>
<table><thead><tr><th scope="col">Digits</th><th scope="col">Outcome</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}
