import { runService } from '@paygate/platform';
import { AppModule } from './app.module.js';
import { CheckoutConfig } from './config.js';
import { checkoutEdge } from './edge/checkout-edge.js';

await runService({ name: 'checkout', module: AppModule, config: CheckoutConfig, http: checkoutEdge });
