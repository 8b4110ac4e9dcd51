import type { Language } from '@paygate/contracts';
import type { SharedLink } from '../gateway/link-api.js';
import { amountText } from '../language/formats.js';
import type { Texts } from '../language/texts.js';
import type { FormFault, FormSecrets } from './layout.js';
import { FaultBox, Head, HiddenFields } from './layout.js';

interface Props {
  readonly link: SharedLink;
  readonly texts: Texts;
  readonly language: Language;
}

interface OpenProps extends Props {
  readonly form: FormSecrets;
  readonly fault: LinkFault | undefined;
  /** The address of a payment that this browser has begun by the link, and not ended. */
  readonly begun: string | undefined;
}

/** The problem of the form, with the amount as it was typed. */
export interface LinkFault extends FormFault {
  readonly amount?: string | undefined;
}

/** The title of a link's page. */
export function titleOfLink({ link, texts, language }: Props): string {
  const { amount, merchant, status } = link;
  if (status !== 'active') return texts.linkClosed[status];
  return amount === null
    ? texts.payTo(merchant?.name ?? 'Paygate')
    : texts.pay(amountText({ ...link, amount }, language));
}

/** The page of a link: what is paid, and the form that begins a payment. */
export function LinkPage({ link, texts, language, form, fault, begun }: OpenProps) {
  const { amount } = link;
  return (
    <>
      <Head payment={link}>
        <h1>{titleOfLink({ link, texts, language })}</h1>
      </Head>
      <Description link={link} />
      <FaultBox texts={texts} fault={fault} />
      {begun !== undefined && (
        <p role="status">
          {texts.linkBegun} <a href={begun}>{texts.linkGoOn}</a>
        </p>
      )}
      <form method="post" action={`/checkout/${link.id}`} novalidate>
        <HiddenFields form={form} />
        {amount === null && <AmountField link={link} texts={texts} language={language} fault={fault} />}
        <button type="submit">{texts.linkContinue}</button>
      </form>
    </>
  );
}

function AmountField({ link, texts, language, fault }: Props & { readonly fault: LinkFault | undefined }) {
  const isWrong = fault?.fault === 'amount_invalid';
  const bound = (amount: string | null): string => amountText({ ...link, amount: amount ?? '0' }, language);
  return (
    <>
      <label for="amount">{texts.amount}</label>
      <p class="hint" id="amount-hint">
        {texts.amountHint(bound(link.minAmount), bound(link.maxAmount))}
      </p>
      <input
        id="amount"
        name="amount"
        inputMode="numeric"
        autoComplete="off"
        maxLength={32}
        required
        value={fault?.amount ?? ''}
        aria-describedby={isWrong ? 'fault amount-hint' : 'amount-hint'}
        {...(isWrong ? { 'aria-invalid': 'true' } : {})}
      />
    </>
  );
}

/** The page of a link that takes no payment now. `begun` is the address of a payment that this browser has begun from it. */
export function ClosedLinkPage({ link, texts, language, begun }: Props & Pick<OpenProps, 'begun'>) {
  const status = link.status === 'active' ? 'used_up' : link.status;
  return (
    <>
      <Head payment={link}>
        <h1>{titleOfLink({ link: { ...link, status }, texts, language })}</h1>
      </Head>
      <Description link={link} />
      <p>{texts.linkClosedText[status]}</p>
      {begun !== undefined && (
        <a class="button" href={begun}>
          {texts.linkGoOn}
        </a>
      )}
    </>
  );
}

function Description({ link: { description } }: Pick<Props, 'link'>) {
  if (description === null) return null;
  return (
    <p class="about">
      <bdi>{description}</bdi>
    </p>
  );
}

/** The preview that messengers show of a link's address (Open Graph). */
export function LinkPreview({ link, texts, language }: Props) {
  const { merchant, description } = link;
  const shop = merchant?.name ?? 'Paygate';
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={shop} />
      <meta property="og:title" content={titleOfLink({ link, texts, language })} />
      <meta property="og:description" content={description ?? texts.payTo(shop)} />
      {typeof merchant?.logoUrl === 'string' && <meta property="og:image" content={merchant.logoUrl} />}
    </>
  );
}
