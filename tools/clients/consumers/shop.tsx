/** A page in React; type-checked with the resolution of bundlers, and built by Vite. */
import { loadPaygate, OtpField, PaygateProvider, usePayment } from '@paygate/react';
import { createRoot } from 'react-dom/client';

function Pay({ userId }: { readonly userId: string }) {
  const { status, sendOtp, submitOtp } = usePayment();
  return status === 'awaiting_otp' ? (
    <OtpField aria-label="Code" onComplete={(otp) => void submitOtp(otp)} />
  ) : (
    <button onClick={() => void sendOtp({ userId, channel: 'sms' })}>{status}</button>
  );
}

createRoot(document.body).render(
  <PaygateProvider paygate={loadPaygate('pk_test_1', 'sess_1', { baseUrl: 'https://paygate.example' })}>
    <Pay userId="usr_1" />
  </PaygateProvider>,
);
