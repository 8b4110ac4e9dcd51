import { Injectable } from '@nestjs/common';
import type { Language } from '@paygate/contracts';
import type { VNode } from 'preact';
import { Pages } from '../pages/pages.js';
import type { WalletContext } from '../pages/wallet/frame.js';
import { requestedLanguage } from '../payment/payments.js';
import type { WalletVisit } from './wallet-visits.js';
import { WalletVisits } from './wallet-visits.js';

/** The content of a page of the wallet. */
interface Content {
  readonly title: string;
  readonly main: VNode;
  readonly status?: number;
  /** True where the form was refused: the title says so. */
  readonly isFault?: boolean;
}

/** Writes the pages of the wallet: those of a payment, without a shop. */
@Injectable()
export class WalletPages {
  constructor(
    private readonly pages: Pages,
    private readonly visits: WalletVisits,
  ) {}

  contextOf(visit: WalletVisit): WalletContext {
    return this.pages.walletContextOf(languageOf(visit), visit.session, visit.session.lostKey);
  }

  send({ reply }: WalletVisit, context: WalletContext, { title, main, status, isFault }: Content): void {
    const { language, texts } = context;
    const frame = {
      language,
      texts: { ...texts, testMode: texts.ofWallet.testMode },
      payment: { mode: this.visits.mode ?? 'live' },
    };
    const shown = isFault === true ? `${texts.errorTitle} – ${title}` : title;
    this.pages.send(reply, frame, { title: shown, main }, status);
  }
}

function languageOf({ session, request }: WalletVisit): Language {
  return session.language ?? requestedLanguage(request);
}
