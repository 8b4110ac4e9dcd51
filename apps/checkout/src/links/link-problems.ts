import { FormRefused, problemOf } from '../payment/form-problems.js';
import { Refusal } from '../gateway/gateway-client.js';
import type { LinkFault } from '../pages/link-pages.js';

/** As the page made it. */
export const FORM_KEY = /^[A-Za-z0-9_-]{24}$/;

const AMOUNT_FAULTS = ['amount_invalid', 'amount_too_small', 'amount_too_large', 'parameter_missing'];

/** The problem of the form of a link. Throws the error when it is none of the form. */
export function problemOfLink(error: unknown, typed: string | undefined): LinkFault & { readonly status: number } {
  const isAmount = error instanceof Refusal && AMOUNT_FAULTS.includes(error.code);
  const problem = problemOf(isAmount ? new FormRefused('amount_invalid') : error, 'link');
  return { ...problem, amount: typed?.slice(0, 32) };
}
