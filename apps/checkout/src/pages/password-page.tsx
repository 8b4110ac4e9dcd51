import { maskedText } from '@paygate/typed-input';
import type { PendingReset } from '../session/sessions.js';
import { CodeField, NewPasswordField, PhoneField } from './fields.js';
import type { FormFault, PageContext } from './layout.js';
import { FaultBox, StepForm } from './layout.js';
import { BackLink, Subject } from './start-pages.js';

interface Props {
  readonly context: PageContext;
  readonly fault: FormFault | undefined;
  readonly reset: PendingReset | undefined;
}

/** A customer chooses another password for the wallet: first the number, then the code that was sent there and the password. */
export function PasswordPage({ context, fault, reset }: Props) {
  const { texts } = context;
  return (
    <>
      <Subject context={context} />
      <FaultBox texts={texts} fault={fault} />
      <section aria-labelledby="way">
        <h2 id="way">{texts.newPassword}</h2>
        {reset === undefined ? (
          <>
            <p>{texts.forgottenHint}</p>
            <StepForm context={context} step="forgot">
              <PhoneField context={context} fault={fault} />
              <button type="submit">{texts.sendCode}</button>
            </StepForm>
          </>
        ) : (
          <ResetForm context={context} fault={fault} reset={reset} />
        )}
      </section>
      <ul class="links">
        <BackLink context={context} />
      </ul>
    </>
  );
}

function ResetForm({ context, fault, reset }: Props & { readonly reset: PendingReset }) {
  const { texts } = context;
  return (
    <>
      <p>{texts.codeSentTo(maskedText(reset.destination))}</p>
      <StepForm context={context} step="reset">
        <CodeField context={context} fault={fault} length={reset.codeLength} />
        <NewPasswordField context={context} fault={fault} label={texts.newPassword} />
        <button type="submit">{texts.setPassword}</button>
      </StepForm>
    </>
  );
}
