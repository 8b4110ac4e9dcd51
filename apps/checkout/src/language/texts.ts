import type { ReceiptCheckAnswer } from '@paygate/contracts';
import type { PhoneFault } from '@paygate/typed-input';
import type { WalletTexts } from './wallet-texts.js';

/** Every text of the pages, in one language. */
export interface Texts {
  readonly testMode: string;
  readonly languageMenu: string;
  readonly payTo: (merchant: string) => string;
  readonly pay: (amount: string) => string;
  readonly help: string;
  readonly poweredBy: string;
  readonly phone: string;
  readonly phoneHint: (prefix: string) => string;
  readonly operatorMoved: string;
  readonly operator: string;
  readonly operatorOfNumber: string;
  readonly mobileMoney: string;
  readonly mobileMoneyHint: string;
  readonly sendCode: string;
  /** The merchant takes a payment of this currency in no way that the page offers. */
  readonly noWay: string;
  readonly orWallet: string;
  readonly wallet: string;
  readonly walletHint: string;
  readonly password: string;
  readonly passwordHint: string;
  readonly signIn: string;
  readonly forgotten: string;
  readonly forgottenHint: string;
  readonly newPassword: string;
  readonly setPassword: string;
  readonly passwordChanged: string;
  readonly noAccount: string;
  readonly register: string;
  readonly registerHint: string;
  readonly registered: string;
  readonly confirmNumber: string;
  readonly back: string;
  readonly code: string;
  readonly codeSentTo: (destination: string) => string;
  readonly codeEnds: (time: string) => string;
  readonly codeEnded: string;
  readonly confirmMobileMoney: (amount: string) => string;
  readonly confirmWallet: (amount: string) => string;
  readonly resend: string;
  readonly resendIn: (seconds: number) => string;
  readonly noMoreCodes: string;
  readonly otherWay: string;
  /** The way back to a code that was sent to another number. */
  readonly codeAgain: (destination: string) => string;
  readonly waiting: string;
  readonly approve: (phone: string, operator: string) => string;
  readonly dial: (code: string) => string;
  readonly slowToday: (operator: string) => string;
  readonly approveUntil: (time: string) => string;
  readonly awaitOutcome: string;
  readonly processing: string;
  readonly doNotPayAgain: string;
  readonly checkAgain: string;
  readonly paid: string;
  readonly paidText: (amount: string, merchant: string) => string;
  readonly paidAt: string;
  readonly reference: string;
  readonly declined: string;
  readonly notCharged: string;
  readonly newPayment: string;
  /** The advice after a decline. */
  readonly helpsAnother: string;
  readonly helpsAgain: string;
  readonly retrySame: string;
  readonly expired: string;
  readonly expiredText: string;
  readonly canceled: string;
  readonly canceledText: string;
  readonly toShop: string;
  readonly askShop: string;
  readonly mayClose: string;
  readonly refunded: string;
  readonly refundedInFull: string;
  readonly receipt: string;
  readonly receiptMerchant: string;
  readonly receiptAmount: string;
  readonly receiptMethod: string;
  readonly receiptOperatorNumber: string;
  readonly receiptDescription: string;
  readonly receiptProof: string;
  readonly receiptCode: string;
  readonly receiptStatuses: Readonly<Record<ReceiptCheckAnswer['status'], string>>;
  readonly receiptStatusText: string;
  readonly receiptUnknown: string;
  readonly receiptUnknownText: string;
  readonly receiptEmail: string;
  readonly receiptHint: string;
  readonly receiptByEmail: string;
  readonly receiptBySms: string;
  readonly receiptSentByEmail: string;
  readonly receiptSentToAddress: string;
  readonly receiptSentBySms: string;
  readonly print: string;
  readonly backToPayment: string;
  readonly reasons: Readonly<Record<string, string>>;
  readonly reasonUnknown: string;
  readonly errorTitle: string;
  readonly linkUnknown: string;
  readonly linkUnknownText: string;
  readonly linkReplaced: string;
  readonly linkReplacedText: string;
  readonly notFound: string;
  readonly unavailable: string;
  readonly unavailableText: string;
  readonly tooOften: string;
  readonly tooOftenText: string;
  readonly foreign: string;
  readonly foreignText: string;
  readonly tryAgain: string;
  readonly amount: string;
  readonly amountHint: (min: string, max: string) => string;
  readonly linkContinue: string;
  readonly linkBegun: string;
  readonly linkGoOn: string;
  /** The title of a link that begins no payment, and the explanation. */
  readonly linkClosed: Readonly<Record<'inactive' | 'expired' | 'used_up', string>>;
  readonly linkClosedText: Readonly<Record<'inactive' | 'expired' | 'used_up', string>>;
  readonly ofWallet: WalletTexts;
  readonly faults: Readonly<Record<Fault, string>>;
  readonly wait: (seconds: number) => string;
}

/** The problems of a form. */
export type Fault =
  | PhoneFault
  | 'operator_missing'
  | 'amount_invalid'
  | 'phone_unsupported'
  | 'password_missing'
  | 'password_weak'
  | 'credentials_invalid'
  | 'code_missing'
  | 'code_incomplete'
  | 'code_wrong'
  | 'code_spent'
  | 'too_soon'
  | 'too_often'
  | 'guests_refused'
  | 'guest_only_phone'
  | 'user_refused'
  | 'session_ended'
  | 'amount_too_small'
  | 'amount_too_large'
  | 'balance_low'
  | 'number_unsupported'
  | 'wallet_refused'
  | 'withdrawal_over'
  | 'receipts_sent'
  | 'receipt_channel'
  | 'email_invalid'
  | 'unavailable'
  | 'refused';
