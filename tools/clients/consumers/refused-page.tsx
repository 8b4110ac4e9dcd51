/** Lines that must not compile in a page with React. A line that compiles after all is an error of its own. */
import { PaygateBrowser } from '@paygate/browser';
import type { PaymentStatus, SendOtpParams } from '@paygate/react';
import { loadPaygate, OtpField, PaygateProvider, usePaygate, usePayment } from '@paygate/react';
import type { MouseEventHandler } from 'react';

// @ts-expect-error the session token is missing
export const withoutSecret = loadPaygate('pk_test_1');
// @ts-expect-error the object form names the session token
export const withoutSecretInObject = loadPaygate({ apiKey: 'pk_test_1' });
// @ts-expect-error there is no such environment
export const elsewhere = loadPaygate('pk_test_1', 'sess_1', { env: 'staging' });
// @ts-expect-error there is no such status
export const status: PaymentStatus = 'paid';
// @ts-expect-error the channel is missing
export const sendTo: SendOtpParams = { userId: 'usr_1' };

export function Refused() {
  // @ts-expect-error before it is loaded there is no client
  const client: PaygateBrowser = usePaygate().client;
  const payment = usePayment();
  // @ts-expect-error before it is read there is no intent
  const { amount } = payment.intent;
  // @ts-expect-error the token of the one-time password is no part of the state
  const { token } = payment;
  // @ts-expect-error there is no such payment method
  void payment.submitOtp('123456', { type: 'card' });
  // @ts-expect-error a button's event is no payment method
  const onClick: MouseEventHandler = payment.payWith;
  return (
    <>
      {/* @ts-expect-error the provider needs a payment, or null */}
      <PaygateProvider />
      {/* @ts-expect-error a client is no payment: loadPaygate makes one */}
      <PaygateProvider paygate={new PaygateBrowser({ apiKey: 'pk_test_1' })} />
      {/* @ts-expect-error the field keeps its value itself */}
      <OtpField value="1" />
      {[client, amount, token]}
      <button onClick={onClick} />
    </>
  );
}
