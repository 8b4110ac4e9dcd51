import type { ComponentProps, ReactNode } from 'react';
import { codeOf } from '@paygate/typed-input';
import { useEffect, useState } from 'react';
import { usePayment } from './paygate-provider.js';

export interface OtpFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'onChange' | 'type'> {
  /** Digits of the code; as many as the code that was sent has when absent. */
  readonly length?: number;
  /** Is called with the code when it has all its digits, instead of `submitOtp`. */
  readonly onComplete?: (otp: string) => void;
}

/**
 * An input for a one-time password, without style of its own. It takes a code that is pasted with blanks and dashes, or as a
 * whole message, the platform may fill it in, and a wrong code empties it. Label it with `aria-label`, or by a `label` with its `id`.
 */
export function OtpField({ length, onComplete, ...props }: OtpFieldProps): ReactNode {
  const { status, sent, error, submitOtp } = usePayment();
  const [digits, setDigits] = useState('');
  const isWrong = error?.code === 'otp_invalid';
  useEffect(() => {
    if (isWrong) setDigits('');
  }, [isWrong, error]);
  const complete = length ?? (sent ? sent.codeLength : 6);
  return (
    <input
      autoComplete="one-time-code"
      inputMode="numeric"
      aria-invalid={isWrong}
      // a disabled input would lose the focus
      readOnly={status !== 'awaiting_otp'}
      {...props}
      type="text"
      value={digits}
      onChange={({ target }) => {
        const typed = codeOf(target.value, complete);
        setDigits(typed.slice(0, complete));
        if (typed.length === complete && typed !== digits) void (onComplete ?? submitOtp)(typed);
      }}
    />
  );
}
