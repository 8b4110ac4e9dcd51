export type {
  Charge,
  ChargeRequest,
  ConfirmRegistrationRequest,
  ForgotPasswordRequest,
  PendingPasswordReset,
  PendingRegistration,
  Problem,
  PublicPaymentIntent,
  Retry,
  RegisteredUser,
  RegisterUserRequest,
  ResetPasswordRequest,
  SentOtp,
  SignedInUser,
  SignInRequest,
} from '@paygate/api-types';
export { PaygateError } from './errors.js';
export type { PaygateBrowserOptions } from './options.js';
export { PaygateBrowser } from './paygate-browser.js';
export type { Authorization, InitOtpParams, VerifyOtpParams } from './paygate-browser.js';
export type { CallOptions, WaitOptions } from './request.js';
