import type { ComponentProps, ReactNode } from 'react';
import { useState } from 'react';

export interface OtpFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'onChange' | 'type'> {
  /** Digits of the code: `codeLength` of the code that was sent; 6 when absent. */
  readonly length?: number;
  /** Is called with the code when it has all its digits. */
  readonly onComplete: (otp: string) => void;
}

/**
 * An input for a one-time password, without style of its own. It takes what is pasted with blanks and dashes, and the
 * platform may fill it in. Label it with `aria-label`, or by a `label` with its `id`.
 */
export function OtpField({ length = 6, onComplete, ...props }: OtpFieldProps): ReactNode {
  const [digits, setDigits] = useState('');
  return (
    <input
      autoComplete="one-time-code"
      inputMode="numeric"
      {...props}
      type="text"
      value={digits}
      onChange={({ target }) => {
        const typed = target.value.replace(/\D/g, '').slice(0, length);
        setDigits(typed);
        if (typed.length === length && typed !== digits) onComplete(typed);
      }}
    />
  );
}
