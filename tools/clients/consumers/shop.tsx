/** A page in React; type-checked with the resolution of bundlers, and built by Vite. */
import { PaygateBrowser } from '@paygate/browser';
import { PaygateWallet } from '@paygate/browser/wallet';
import { loadPaygate, OtpField, PaygateProvider, usePayment } from '@paygate/react';
import { PaygateWallet as WalletClient, useWallet } from '@paygate/react/wallet';
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

/** Every call of a wallet. It is compiled and not called. */
export async function walletCalls(otp: string): Promise<string> {
  const wallet = new PaygateWallet({ apiKey: 'pk_test_1', env: 'production' });
  wallet.use(await wallet.signIn({ phoneNumber: '+237670000001', password: 'a password' }));
  const { balance, limits } = await wallet.retrieve({ currency: 'XAF' });
  const { data, nextCursor } = await wallet.listTransactions({ limit: 10 });
  const { id } = await wallet.topUp({ amount: '5000' });
  const { status } = await wallet.retrieveTopUp(id);
  const asked = await wallet.withdraw({ amount: '1000' });
  await wallet.confirmWithdrawal(asked.id, { otp });
  const { net } = await wallet.retrieveWithdrawal(asked.id);
  await wallet.signOut();
  return [balance, limits.day.left, data[0]?.merchantName, nextCursor, status, asked.fee, net].join();
}

const walletClient = new WalletClient({ apiKey: 'pk_test_1', baseUrl: 'https://paygate.example' });

function Balance() {
  const { status, wallet, fill } = useWallet(walletClient);
  return <button onClick={() => void fill('5000')}>{wallet?.balance ?? status}</button>;
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
    <Balance />
  </PaygateProvider>,
);
