import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { PlatformModule } from '@paygate/platform';
import { CheckoutController } from './checkout.controller.js';
import { CheckoutConfig } from './config.js';
import { PageFilter } from './page.filter.js';
import { GatewayClient } from './gateway/gateway-client.js';
import { LinkApi } from './gateway/link-api.js';
import { PaymentApi } from './gateway/payment-api.js';
import { LinkVisits } from './link-visits.js';
import { LinksController } from './links.controller.js';
import { Pages } from './pages/pages.js';
import { PaymentForms } from './payment-forms.controller.js';
import { PaymentSteps } from './payment-steps.js';
import { Payments } from './payments.js';
import { Sessions } from './session/sessions.js';

@Module({
  imports: [PlatformModule.forService('checkout', CheckoutConfig)],
  controllers: [LinksController, CheckoutController, PaymentForms],
  providers: [
    GatewayClient,
    PaymentApi,
    LinkApi,
    LinkVisits,
    Pages,
    Payments,
    PaymentSteps,
    Sessions,
    { provide: APP_FILTER, useClass: PageFilter },
  ],
})
export class AppModule {}
