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

@Module({
  imports: [PlatformModule.forService('checkout', CheckoutConfig)],
  controllers: [LinksController, ReceiptsController, CheckoutController, PaymentForms],
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
    { provide: APP_FILTER, useClass: PageFilter },
  ],
})
export class AppModule {}
