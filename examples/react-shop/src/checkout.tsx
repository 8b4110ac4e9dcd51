import { OtpField, usePayment } from '@paygate/react';
import type { UsePayment } from '@paygate/react';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';

/** One payment from its amount to its end. */
export function Checkout({ onLeave }: { readonly onLeave: () => void }): ReactNode {
  const payment = usePayment();
  const { status, intent, error } = payment;
  return (
    <section aria-label="Payment" className="step" data-status={status}>
      {intent && <p>{priceOf(intent.amount, intent.currency, intent.currencyExponent)}</p>}
      <Step {...payment} />
      <p role="alert">{error && messageOf(error.code, error.retryAfter)}</p>
      {ENDS[status] && <button onClick={onLeave}>Back to the shop</button>}
    </section>
  );
}

const ENDS: Readonly<Partial<Record<UsePayment['status'], string>>> = {
  completed: 'Thank you. Your fabric is on its way.',
  failed: 'The payment was declined.',
  expired: 'The time to pay is over.',
  canceled: 'The order was canceled.',
};

function Step({ status, intent, signIn, sendOtp, retry, ...payment }: UsePayment): ReactNode {
  switch (status) {
    case 'ready':
    case 'signing_in':
    case 'sending_otp':
      return <Payer isBusy={status !== 'ready'} signIn={signIn} sendOtp={sendOtp} />;
    case 'requires_sign_in':
      return <SignIn isBusy={false} signIn={signIn} />;
    case 'awaiting_otp':
    case 'verifying':
    case 'charging':
      return <Code {...payment} status={status} />;
    case 'error':
      return <button onClick={() => void retry()}>Try again</button>;
    case 'loading':
    case 'processing':
      return <p role="status">One moment…</p>;
    case 'delayed':
      return (
        <p role="status">Your operator takes longer than usual. Please do not pay again: the result appears here.</p>
      );
    case 'completed':
    case 'failed':
    case 'expired':
    case 'canceled':
      return (
        <p role="status">
          {ENDS[status]} {intent?.failure?.message}
        </p>
      );
  }
}

/** Most customers pay by mobile money, with their phone alone; a wallet needs its sign-in. */
function Payer({
  isBusy,
  signIn,
  sendOtp,
}: Pick<UsePayment, 'signIn' | 'sendOtp'> & { readonly isBusy: boolean }): ReactNode {
  const [byWallet, setByWallet] = useState(false);
  if (byWallet) return <SignIn isBusy={isBusy} signIn={signIn} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const phoneNumber = new FormData(event.currentTarget).get('phone');
        if (typeof phoneNumber === 'string') void sendOtp({ phoneNumber });
      }}
    >
      <label>
        Mobile money number
        <input name="phone" type="tel" autoComplete="tel" placeholder="+237 6 70 00 00 01" required />
      </label>
      <button disabled={isBusy}>Pay</button>
      <button
        type="button"
        className="quiet"
        onClick={() => {
          setByWallet(true);
        }}
      >
        Use my wallet
      </button>
    </form>
  );
}

function SignIn({ isBusy, signIn }: Pick<UsePayment, 'signIn'> & { readonly isBusy: boolean }): ReactNode {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const form = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
        void signIn({ phoneNumber: form['phone'] ?? '', password: form['password'] ?? '' });
      }}
    >
      <label>
        Phone
        <input name="phone" type="tel" autoComplete="tel" required />
      </label>
      <label>
        Password
        <input name="password" type="password" autoComplete="current-password" required />
      </label>
      <button disabled={isBusy}>Pay</button>
    </form>
  );
}

function Code({ status, sent, resendOtp }: Pick<UsePayment, 'status' | 'sent' | 'resendOtp'>): ReactNode {
  const waitSeconds = useSecondsUntil(sent?.resendAvailableAt);
  return (
    <div className="step">
      <label htmlFor="code">Code from the message{sent && ` to ${sent.destination}`}</label>
      <OtpField id="code" autoFocus />
      {status === 'awaiting_otp' ? (
        <button className="quiet" disabled={waitSeconds > 0} onClick={() => void resendOtp()}>
          Send it again{waitSeconds > 0 && ` in ${waitSeconds} s`}
        </button>
      ) : (
        <p role="status">One moment…</p>
      )}
    </div>
  );
}

/** Whole seconds until a moment; 0 when it has passed. */
function useSecondsUntil(moment = ''): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 1_000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return Math.max(0, Math.ceil((Date.parse(moment) - now) / 1_000) || 0);
}

function priceOf(amount: string, currency: string, exponent: number): string {
  const style = { style: 'currency', currency, minimumFractionDigits: exponent } as const;
  return new Intl.NumberFormat('en', style).format(Number(amount) / 10 ** exponent);
}

function messageOf(code: string, retryAfterSeconds: number): string {
  switch (code) {
    case 'credentials_invalid':
      return 'The phone number or the password is wrong.';
    case 'token_missing':
    case 'token_expired':
      return 'Please sign in to pay from your wallet.';
    case 'otp_invalid':
      return 'This code is wrong or too old.';
    case 'otp_cooldown':
      return `A code was sent a moment ago. Another can be sent in ${retryAfterSeconds} s.`;
    case 'connection_failed':
    case 'timeout':
      return 'The connection failed.';
    default:
      return 'This did not work.';
  }
}
