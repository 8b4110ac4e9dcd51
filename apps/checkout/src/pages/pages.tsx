import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Language, ReceiptCheckAnswer } from '@paygate/contracts';
import { parseDialCodes } from '@paygate/contracts';
import type { FastifyReply } from 'fastify';
import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import { CheckoutConfig } from '../config.js';
import type { SharedLink } from '../gateway/link-api.js';
import type { Payment } from '../gateway/payment-api.js';
import { textsOf } from '../language/languages.js';
import type { Texts } from '../language/texts.js';
import type { BrowserParts } from './browser-parts.js';
import { browserParts } from './browser-parts.js';
import type { Frame, PageContext } from './layout.js';
import { Footer, Header, Support } from './layout.js';
import type { LinkFault } from './link-pages.js';
import { ClosedLinkPage, LinkPage, LinkPreview, titleOfLink } from './link-pages.js';
import { ReceiptCheckPage } from './receipt-check-page.js';
import type { WalletContext } from './wallet/frame.js';
import type { Session } from '../session/sessions.js';

const FORM_KEY_BYTES = 18;

/** A page that is no page of a payment. */
export type Notice =
  'linkUnknown' | 'linkReplaced' | 'receiptUnknown' | 'notFound' | 'unavailable' | 'tooOften' | 'foreign';

const statusOf: Readonly<Record<Notice, number>> = {
  ...{
    linkUnknown: 404,
    linkReplaced: 404,
    receiptUnknown: 404,
    notFound: 404,
    unavailable: 503,
    tooOften: 429,
    foreign: 403,
  },
};

/** Writes the pages: whole documents, which load nothing but a logo. */
@Injectable()
export class Pages {
  private readonly parts: BrowserParts;

  constructor(private readonly config: CheckoutConfig) {
    this.parts = browserParts(config.BROWSER_FOLDER);
  }

  contextOf(payment: Payment, language: Language, session: Pick<Session, 'formToken'>): PageContext {
    return { payment, ...this.walletContextOf(language, session) };
  }

  /** The parts of a page that no payment gives it. */
  walletContextOf(
    language: Language,
    { formToken }: Pick<Session, 'formToken'>,
    formKey = newFormKey(),
  ): WalletContext {
    const form = { key: formKey, token: formToken };
    const { PHONE_PREFIX: phonePrefix, DIAL_CODES } = this.config;
    return { language, texts: textsOf[language], form, phonePrefix, dialCodes: parseDialCodes(DIAL_CODES) };
  }

  /** Answers with a page of a payment. */
  send(reply: FastifyReply, context: Frame, { title: step, main, preview }: Content, status = 200): void {
    const { texts, payment, language } = context;
    const title = `${step} – ${payment.merchant?.name ?? texts.poweredBy}`;
    const body = (
      <>
        <Header {...context} />
        <main>{main}</main>
        <Footer {...context} supportUrl={this.config.SUPPORT_URL} />
      </>
    );
    this.answer(reply, { status, language, title, body, preview });
  }

  /** Answers with the page of a payment link. */
  sendLink(reply: FastifyReply, { link, language, formToken, fault, begun }: ShownLink, status = 200): void {
    const texts = textsOf[language];
    const form = { key: newFormKey(), token: formToken };
    const parts = { link, texts, language, begun };
    const main =
      link.status === 'active' ? <LinkPage {...parts} form={form} fault={fault} /> : <ClosedLinkPage {...parts} />;
    const title = titleOfLink(parts);
    // only links are for sharing: the address of a payment is for one customer
    const preview = <LinkPreview {...parts} />;
    this.send(reply, { language, texts, payment: link }, { title, main, preview }, status);
  }

  /** Answers whoever holds a receipt. Names nobody: the shop, the sum and the payer are on the paper, or they are none of the reader's. */
  sendReceiptCheck(reply: FastifyReply, { status, mode }: ReceiptCheckAnswer, language: Language): void {
    const texts = textsOf[language];
    const main = <ReceiptCheckPage status={status} texts={texts} />;
    this.send(reply, { language, texts, payment: { mode } }, { title: texts.receiptStatuses[status], main });
  }

  /** Answers with a page that belongs to no payment, or cannot show it. `retryPath` leads back. */
  sendNotice(reply: FastifyReply, notice: Notice, language: Language, retryPath?: string): void {
    const texts = textsOf[language];
    const title = texts[notice];
    const body = (
      <main>
        <h1>{title}</h1>
        <NoticeText notice={notice} texts={texts} />
        {retryPath !== undefined && (
          <a class="button" href={retryPath}>
            {texts.tryAgain}
          </a>
        )}
        <Support texts={texts} supportUrl={this.config.SUPPORT_URL} />
      </main>
    );
    if (notice === 'unavailable') void reply.header('retry-after', '5');
    this.answer(reply, { status: statusOf[notice], language, title, body });
  }

  private answer(reply: FastifyReply, { status, language, title, body, preview }: Document): void {
    const { css, js, policy } = this.parts;
    const document = (
      <html lang={language}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>{title}</title>
          {preview}
          <style dangerouslySetInnerHTML={{ __html: css }} />
        </head>
        <body>
          {body}
          <script type="module" dangerouslySetInnerHTML={{ __html: js }} />
        </body>
      </html>
    );
    void reply
      .code(status)
      .headers({ ...securityHeaders, 'content-security-policy': policy, 'content-language': language })
      .type('text/html; charset=utf-8')
      .send(`<!doctype html>${render(document)}`);
  }
}

function newFormKey(): string {
  return randomBytes(FORM_KEY_BYTES).toString('base64url');
}

interface ShownLink {
  readonly link: SharedLink;
  readonly language: Language;
  readonly formToken: string | undefined;
  readonly fault: LinkFault | undefined;
  readonly begun: string | undefined;
}

interface Document {
  readonly status: number;
  readonly language: Language;
  readonly title: string;
  readonly body: ComponentChildren;
  readonly preview?: ComponentChildren;
}

/** The content of a page. */
interface Content {
  /** The title of the document. */
  readonly title: string;
  readonly main: ComponentChildren;
  /** The preview that messengers show. */
  readonly preview?: ComponentChildren;
}

function NoticeText({ notice, texts }: { readonly notice: Notice; readonly texts: Texts }) {
  switch (notice) {
    case 'linkUnknown':
      return <p>{texts.linkUnknownText}</p>;
    case 'linkReplaced':
      return <p>{texts.linkReplacedText}</p>;
    case 'receiptUnknown':
      return <p>{texts.receiptUnknownText}</p>;
    case 'unavailable':
      return <p>{texts.unavailableText}</p>;
    case 'tooOften':
      return <p>{texts.tooOftenText}</p>;
    case 'foreign':
      return <p>{texts.foreignText}</p>;
    case 'notFound':
      return null;
  }
}

/**
 * Headers of every page besides its policy. `same-origin` and not `no-referrer`: with the latter a browser names no origin when it sends a
 * form, and other sites learn nothing from either.
 */
const securityHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  vary: 'accept-language, cookie',
} as const;
