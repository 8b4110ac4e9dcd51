import { frenchAccountErrors } from './account-errors.ts';
import { frenchPaymentErrors } from './payment-errors.ts';
import { frenchRequestErrors } from './request-errors.ts';

/** The errors in French by code: the title, and what to do. A code that is not here has its English page. */
export const frenchErrors: Readonly<Record<string, readonly [string, string]>> = {
  ...frenchRequestErrors,
  ...frenchPaymentErrors,
  ...frenchAccountErrors,
};
