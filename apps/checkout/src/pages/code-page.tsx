import { maskedText } from '@paygate/typed-input';
import { amountText, timeText } from '../language/formats.js';
import type { SentCode } from '../session/sessions.js';
import { isSpent } from '../session/sessions.js';
import { CodeField } from './fields.js';
import type { FormFault, PageContext } from './layout.js';
import { FaultBox, StepForm } from './layout.js';
import { Subject } from './start-pages.js';

interface Props {
  readonly context: PageContext;
  readonly code: SentCode;
  readonly fault?: FormFault | undefined;
  readonly nowMs: number;
}

/** The code that was sent is typed, and pays. */
export function CodePage({ context, code, fault, nowMs }: Props) {
  const { texts, language, payment } = context;
  const amount = amountText(payment, language);
  const isOver = Date.parse(code.expiresAt) <= nowMs;
  return (
    <>
      <Subject context={context} />
      <FaultBox texts={texts} fault={fault} />
      <section aria-labelledby="way">
        <h2 id="way">{code.method === 'wallet' ? texts.wallet : texts.mobileMoney}</h2>
        <p>
          {texts.codeSentTo(maskedText(code.destination))}{' '}
          {isOver ? texts.codeEnded : texts.codeEnds(timeText(code.expiresAt, language))}
        </p>
        {!isSpent(code) && (
          <StepForm context={context} step="pay">
            <CodeField context={context} fault={fault} length={code.codeLength} />
            <button type="submit">
              {code.method === 'wallet' ? texts.confirmWallet(amount) : texts.confirmMobileMoney(amount)}
            </button>
          </StepForm>
        )}
        <Resend context={context} code={code} nowMs={nowMs} />
      </section>
      <StepForm context={context} step="restart">
        <button type="submit" class="second">
          {texts.otherWay}
        </button>
      </StepForm>
    </>
  );
}

function Resend({ context, code, nowMs }: Omit<Props, 'fault'>) {
  const { texts } = context;
  if (code.sendsRemaining <= 0) return <p>{texts.noMoreCodes}</p>;
  const seconds = Math.max(0, Math.ceil((Date.parse(code.resendAvailableAt) - nowMs) / 1_000));
  return (
    <StepForm context={context} step="resend">
      {seconds > 0 && (
        <p class="hint" data-seconds={seconds} data-text={texts.resendIn(0).replace('0', '#')}>
          {texts.resendIn(seconds)}
        </p>
      )}
      <button type="submit" class={isSpent(code) ? '' : 'second'}>
        {texts.resend}
      </button>
    </StepForm>
  );
}
