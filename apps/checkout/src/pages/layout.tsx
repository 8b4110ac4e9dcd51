import type { Language } from '@paygate/contracts';
import type { ComponentChildren } from 'preact';
import type { Form } from '../forms/form.js';
import { FORM_TOKEN } from '../forms/same-origin.js';
import type { Merchant, Payment } from '../gateway/payment-api.js';
import { languageNames, textsOf } from '../language/languages.js';
import type { Fault, Texts } from '../language/texts.js';

/** The parts of every page of a payment. */
export interface PageContext {
  readonly language: Language;
  readonly texts: Texts;
  readonly payment: Payment;
  readonly form: FormSecrets;
  readonly phonePrefix: string;
}

/** What a form carries unseen. */
export interface FormSecrets {
  /** A new one for each page, so that a form that is sent twice has one effect. */
  readonly key: string;
  /** That of the browser's cookie, by which a form is known as one of our page. */
  readonly token: string | undefined;
}

/** The problem of the form that was sent. */
export interface FormFault {
  readonly fault: Fault;
  readonly retryAfter?: number | undefined;
  /** The fields as they were typed, to be corrected. A page shows no password. */
  readonly typed?: Form | undefined;
}

/** The path of a step of a payment. */
export function pathOf({ id }: Pick<Payment, 'id'>, step = ''): string {
  return `/checkout/${id}${step === '' ? '' : `/${step}`}`;
}

/** An address outside that a page may lead to. The API takes others from no merchant; this page trusts nobody. */
export function webAddress(address: string | null | undefined): string | undefined {
  if (typeof address !== 'string' || !/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  return address;
}

/** The frame of every page: its language, and the merchant of a payment or a link. */
export interface Frame extends Pick<PageContext, 'language' | 'texts'> {
  readonly payment: Pick<Payment, 'merchant' | 'mode'>;
}

export function Header({ payment, texts }: Frame) {
  const { merchant, mode } = payment;
  const logo = pathInOwnOrigin(merchant?.logoUrl);
  return (
    <header>
      {logo !== undefined && <img src={logo} alt="" width={48} height={48} />}
      <div>
        {mode === 'test' && <p class="test">{texts.testMode}</p>}
        {merchant !== undefined && (
          <p>
            <bdi>{merchant.name}</bdi>
          </p>
        )}
      </div>
    </header>
  );
}

/** The gateway's logos have the origin of the page. */
function pathInOwnOrigin(address: string | null | undefined): string | undefined {
  const found = webAddress(address);
  return found === undefined ? undefined : new URL(found).pathname;
}

export function Footer({ payment, texts, language }: Frame) {
  const offered = payment.merchant?.languages ?? (Object.keys(textsOf) as Language[]);
  return (
    <footer>
      {offered.length > 1 && (
        <nav aria-label={texts.languageMenu}>
          <ul>
            {offered.map((other) => (
              <li key={other}>
                <a
                  href={`?lang=${other}`}
                  lang={other}
                  hreflang={other}
                  {...(other === language ? { 'aria-current': 'true' } : {})}
                >
                  {languageNames[other]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Support texts={texts} contact={payment.merchant?.supportContact} />
      <p>{texts.poweredBy}</p>
    </footer>
  );
}

/** How the customer reaches the shop. */
function Support({
  texts,
  contact,
}: {
  readonly texts: Texts;
  readonly contact: Merchant['supportContact'] | undefined;
}) {
  const page = webAddress(contact?.url);
  const ways = [
    ...(page === undefined ? [] : [[page, new URL(page).host] as const]),
    ...(typeof contact?.email === 'string' ? [[`mailto:${contact.email}`, contact.email] as const] : []),
    ...(typeof contact?.phone === 'string' ? [[`tel:${contact.phone}`, contact.phone] as const] : []),
  ];
  if (ways.length === 0) return null;
  return (
    <p>
      {texts.help}{' '}
      {ways.map(([address, text]) => (
        <span key={address}>
          <a href={address}>{text}</a>{' '}
        </span>
      ))}
    </p>
  );
}

/** The fault of a form, above it; the script moves the focus to it. */
export function FaultBox({ texts, fault }: { readonly texts: Texts; readonly fault: FormFault | undefined }) {
  if (fault === undefined) return null;
  return (
    <div class="fault" role="alert" tabIndex={-1} id="fault">
      <p>
        <strong>{texts.errorTitle}.</strong> {texts.faults[fault.fault]}
        {fault.retryAfter !== undefined && ` ${texts.wait(fault.retryAfter)}`}
      </p>
    </div>
  );
}

export function HiddenFields({ form: { key, token } }: { readonly form: FormSecrets }) {
  return (
    <>
      <input type="hidden" name="key" value={key} />
      {token !== undefined && <input type="hidden" name={FORM_TOKEN} value={token} />}
    </>
  );
}

/** A form that is sent to a step of the payment. */
export function StepForm(props: {
  readonly context: PageContext;
  readonly step: string;
  readonly children: ComponentChildren;
}) {
  const { payment, form } = props.context;
  return (
    <form method="post" action={pathOf(payment, props.step)} novalidate>
      <HiddenFields form={form} />
      {props.children}
    </form>
  );
}
