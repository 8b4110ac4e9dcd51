import { TYPED_PHONE_LENGTH } from '@paygate/typed-input';
import type { TriedPhone } from '../session/sessions.js';
import type { FormFault, PageContext } from './layout.js';

interface Props {
  readonly context: Pick<PageContext, 'texts' | 'phonePrefix'>;
  readonly fault: FormFault | undefined;
  /** The phone of the try before. */
  readonly tried?: TriedPhone | undefined;
}

/** The names of mobile-money operators, as their customers know them. */
export const operatorNames: Readonly<Record<string, string>> = { mtn_momo: 'MTN MoMo', orange_money: 'Orange Money' };

/** A message with a code is pasted as a whole. */
const PASTED_LENGTH = 500;

/** The typed value of a field, to be corrected. */
function typedIn(fault: FormFault | undefined, name: string, length: number): string {
  return fault?.typed?.[name]?.slice(0, length) ?? '';
}

export function PhoneField({ context: { texts, phonePrefix }, fault, tried }: Props) {
  const isWrong = fault?.fault.startsWith('phone_') === true;
  return (
    <>
      <label for="phone">{texts.phone}</label>
      <p class="hint" id="phone-hint">
        {texts.phoneHint(phonePrefix)}
      </p>
      <div class="phone">
        <span aria-hidden="true">{phonePrefix}</span>
        <input
          id="phone"
          name="phoneNumber"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={TYPED_PHONE_LENGTH}
          required
          value={
            fault === undefined
              ? nationalOf(tried?.phoneNumber ?? '', phonePrefix)
              : typedIn(fault, 'phoneNumber', TYPED_PHONE_LENGTH)
          }
          aria-describedby={isWrong ? 'fault phone-hint' : 'phone-hint'}
          {...(isWrong ? { 'aria-invalid': 'true' } : {})}
        />
      </div>
    </>
  );
}

/** A number as it is shown behind the country code that the field shows. */
function nationalOf(phoneNumber: string, prefix: string): string {
  return phoneNumber.startsWith(prefix) ? phoneNumber.slice(prefix.length) : phoneNumber;
}

/** The operators that collect from phones. */
export function OperatorMarks() {
  return (
    <ul class="marks">
      {Object.entries(operatorNames).map(([operator, name]) => (
        <li key={operator} class={operator}>
          {name}
        </li>
      ))}
    </ul>
  );
}

/** The operator of a number. Its first digits say it, but for numbers without a known operator, and those that moved to another. */
export function OperatorField({ context: { texts }, fault, tried }: Props) {
  const isMissing = fault?.fault === 'operator_missing';
  const named = fault === undefined ? (tried?.operator ?? '') : (fault.typed?.['operator'] ?? '');
  return (
    <details open={isMissing || named !== ''}>
      <summary>{texts.operatorMoved}</summary>
      <label for="operator">{texts.operator}</label>
      <select
        id="operator"
        name="operator"
        {...(isMissing ? { 'aria-invalid': 'true', 'aria-describedby': 'fault' } : {})}
      >
        <option value="">{texts.operatorOfNumber}</option>
        {Object.entries(operatorNames).map(([value, name]) => (
          <option key={value} value={value} selected={value === named}>
            {name}
          </option>
        ))}
      </select>
    </details>
  );
}

export function CodeField({ context, fault, length }: Props & { readonly length: number }) {
  const isWrong = fault?.fault.startsWith('code_') === true;
  return (
    <>
      <label for="code">{context.texts.code}</label>
      <input
        id="code"
        class="code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={PASTED_LENGTH}
        size={length}
        required
        value={fault?.fault === 'code_incomplete' ? typedIn(fault, 'code', PASTED_LENGTH) : ''}
        {...(isWrong ? { 'aria-invalid': 'true', 'aria-describedby': 'fault' } : {})}
      />
    </>
  );
}

/** The password of somebody who signs in. */
export function PasswordField({ context: { texts }, fault }: Props) {
  const isWrong = fault?.fault === 'password_missing' || fault?.fault === 'credentials_invalid';
  return (
    <>
      <label for="password">{texts.password}</label>
      <input
        id="password"
        name="password"
        type="password"
        autoComplete="current-password"
        maxLength={256}
        required
        {...(isWrong ? { 'aria-invalid': 'true', 'aria-describedby': 'fault' } : {})}
      />
    </>
  );
}

/** The password of a new account, or another one for an account. */
export function NewPasswordField({ context: { texts }, fault, label }: Props & { readonly label: string }) {
  const isWeak = fault?.fault === 'password_weak' || fault?.fault === 'password_missing';
  return (
    <>
      <label for="password">{label}</label>
      <p class="hint" id="password-hint">
        {texts.passwordHint}
      </p>
      <input
        id="password"
        name="password"
        type="password"
        autoComplete="new-password"
        maxLength={256}
        required
        aria-describedby={isWeak ? 'fault password-hint' : 'password-hint'}
        {...(isWeak ? { 'aria-invalid': 'true' } : {})}
      />
    </>
  );
}
