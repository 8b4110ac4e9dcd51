import type { Language } from '@paygate/contracts';
import { supportLink } from '@paygate/platform';
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
  /** The code that a payer dials to see the prompt, by operator. */
  readonly dialCodes: ReadonlyMap<string, string>;
}

/** The hidden fields of a form. */
export interface FormSecrets {
  /** A new one for each page, so that a form that is sent twice has one effect. */
  readonly key: string;
  /** The secret of the browser's cookie, which proves that a form is one of our page. */
  readonly token: string | undefined;
}

/** The problem of the form that was sent. */
export interface FormFault {
  readonly fault: Fault;
  readonly retryAfter?: number | undefined;
  /** The bounds of the amount that was refused, in minor units. */
  readonly bounds?: { readonly min?: string; readonly max?: string } | undefined;
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

export function Header({ payment: { mode }, texts }: Frame) {
  if (mode !== 'test') return null;
  return (
    <header>
      <p class="test">{texts.testMode}</p>
    </header>
  );
}

/** The head of a page: the shop, its logo, and the sum or the title that belongs to them. */
export function Head({
  payment: { merchant },
  children,
}: Pick<Frame, 'payment'> & { readonly children: ComponentChildren }) {
  const logo = pathInOwnOrigin(merchant?.logoUrl);
  return (
    <div class="head">
      {logo !== undefined && <img src={logo} alt="" width={56} height={56} />}
      <div>
        {merchant !== undefined && (
          <p class="shop">
            <bdi>{merchant.name}</bdi>
          </p>
        )}
        {children}
      </div>
    </div>
  );
}

/** The gateway's logos have the origin of the page. */
function pathInOwnOrigin(address: string | null | undefined): string | undefined {
  const found = webAddress(address);
  return found === undefined ? undefined : new URL(found).pathname;
}

export function Footer({ payment, texts, language, supportUrl }: Frame & { readonly supportUrl: string | undefined }) {
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
      <Support texts={texts} contact={payment.merchant?.supportContact} supportUrl={supportUrl} />
      <p>{texts.poweredBy}</p>
    </footer>
  );
}

/** The contact of the shop, or that of the installation's team where no shop names one; nothing without either. */
export function Support({
  texts,
  contact,
  supportUrl,
}: {
  readonly texts: Texts;
  readonly contact?: Merchant['supportContact'] | undefined;
  readonly supportUrl: string | undefined;
}) {
  const page = webAddress(contact?.url);
  const shop = [
    ...(page === undefined ? [] : [{ href: page, text: new URL(page).host }]),
    ...(typeof contact?.email === 'string' ? [{ href: `mailto:${contact.email}`, text: contact.email }] : []),
    ...(typeof contact?.phone === 'string' ? [{ href: `tel:${contact.phone}`, text: contact.phone }] : []),
  ];
  const ways = shop.length > 0 || supportUrl === undefined ? shop : [supportLink(supportUrl)];
  if (ways.length === 0) return null;
  return (
    <p>
      {texts.help}{' '}
      {ways.map(({ href, text }) => (
        <span key={href}>
          <a href={href}>{text}</a>{' '}
        </span>
      ))}
    </p>
  );
}

interface FaultProps {
  readonly texts: Texts;
  readonly fault: FormFault | undefined;
  readonly children?: ComponentChildren;
}

/** The fault of a form, above it; the script moves the focus to it. */
export function FaultBox({ texts, fault, children }: FaultProps) {
  if (fault === undefined) return null;
  return (
    <div class="fault" role="alert" tabIndex={-1} id="fault">
      <p>
        <strong>{texts.errorTitle}.</strong> {texts.faults[fault.fault]}
        {fault.retryAfter !== undefined && ` ${texts.wait(fault.retryAfter)}`}
        {children}
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
