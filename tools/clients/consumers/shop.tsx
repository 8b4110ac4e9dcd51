/** A page in React; type-checked with the resolution of bundlers, and built by Vite. */
import { PaygateBrowser } from '@paygate/browser';
import { loadPaygate, OtpField, PaygateProvider, usePayment } from '@paygate/react';
import { createRoot } from 'react-dom/client';

/** Every call of the specification, with its arguments only. It is compiled and not called. */
export async function calls(intentionId: string, otp: string): Promise<string> {
  const client = new PaygateBrowser({ apiKey: 'pk_test_1', env: 'production' });
  const {
    id: userId,
    token,
    phoneNumber,
    roles,
  } = await client.signIn({
    phoneNumber: '+237670000001',
    password: 'a password',
  });
  await client.initOtp({ userId, channel: 'sms' });
  await client.initOtp({ userId, channel: 'email' });
  await client.verifyOtp({ userId, otp });
  const { status } = await client.charge({ intentionId });
  return [token, phoneNumber, ...roles, status].join();
}

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
