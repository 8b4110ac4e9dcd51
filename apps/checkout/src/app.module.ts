import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { PlatformModule } from '@paygate/platform';
import { CheckoutController } from './payment/checkout.controller.js';
import { CheckoutConfig } from './config.js';
import { PageFilter } from './edge/page.filter.js';
import { GatewayClient } from './gateway/gateway-client.js';
import { LinkApi } from './gateway/link-api.js';
import { ReceiptApi } from './gateway/receipt-api.js';
import { PaymentApi } from './gateway/payment-api.js';
import { LinkVisits } from './links/link-visits.js';
import { LinksController } from './links/links.controller.js';
import { Pages } from './pages/pages.js';
import { PaymentForms } from './payment/payment-forms.controller.js';
import { PaymentSteps } from './payment/payment-steps.js';
import { Payments } from './payment/payments.js';
import { ReceiptsController } from './receipts/receipts.controller.js';
import { Sessions } from './session/sessions.js';
import { TypedPhones } from './payment/typed-forms.js';
import { WalletFilling } from './payment/wallet-filling.js';
import { WalletApi } from './gateway/wallet-api.js';
import { WalletController } from './wallet/wallet.controller.js';
import { WalletForms } from './wallet/wallet-forms.controller.js';
import { WalletPages } from './wallet/wallet-pages.js';
import { WalletScreens } from './wallet/wallet-screens.js';
import { WalletSessions } from './wallet/wallet-sessions.js';
import { WalletSteps } from './wallet/wallet-steps.js';
import { WalletVisits } from './wallet/wallet-visits.js';

@Module({
  imports: [PlatformModule.forService('checkout', CheckoutConfig)],
  controllers: [WalletController, WalletForms, LinksController, ReceiptsController, CheckoutController, PaymentForms],
  providers: [
    GatewayClient,
    PaymentApi,
    LinkApi,
    ReceiptApi,
    LinkVisits,
    Pages,
    Payments,
    PaymentSteps,
    Sessions,
    TypedPhones,
    WalletApi,
    WalletFilling,
    WalletPages,
    WalletScreens,
    WalletSessions,
    WalletSteps,
    WalletVisits,
    { provide: APP_FILTER, useClass: PageFilter },
  ],
})
export class AppModule {}
