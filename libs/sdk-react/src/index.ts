export { PaygateBrowser, PaygateError } from '@paygate/browser';
export type { PaygateBrowserOptions, PublicPaymentIntent } from '@paygate/browser';
export { loadPaygate, type LoadOptions, type LoadParams, type PaygateSession } from './load-paygate.js';
export { OtpField, type OtpFieldProps } from './otp-field.js';
export {
  PaygateProvider,
  usePaygate,
  usePayment,
  type PaygateProviderProps,
  type UsePayment,
} from './paygate-provider.js';
export type { PaymentState, PaymentStatus } from './payment-state.js';
export type { PaymentSteps, SendOtpParams } from './payment.js';
