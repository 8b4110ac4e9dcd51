import process from 'node:process';
import { defineConfig } from '@medusajs/framework/utils';

/* The configuration of a shop: PostgreSQL, Redis, and the plug-in. */

const { DATABASE_URL, REDIS_URL, PAYGATE_BASE_URL, PAYGATE_SECRET_KEY, PAYGATE_WEBHOOK_SECRET, SHOP_KEY } = process.env;
const redisUrl = REDIS_URL;
const paygate = {
  baseUrl: PAYGATE_BASE_URL,
  secretKey: PAYGATE_SECRET_KEY,
  webhookSecret: PAYGATE_WEBHOOK_SECRET,
  returnUrl: 'https://shop.example/thanks?cart={cart}',
  shop: 'boutique',
};

export default defineConfig({
  projectConfig: {
    databaseUrl: DATABASE_URL,
    databaseDriverOptions: { connection: { ssl: false } },
    redisUrl,
    http: {
      storeCors: 'https://shop.example',
      adminCors: 'https://shop.example',
      authCors: 'https://shop.example',
      jwtSecret: `${SHOP_KEY} of tokens`,
      cookieSecret: `${SHOP_KEY} of cookies`,
    },
  },
  admin: { disable: true },
  plugins: [{ resolve: 'medusa-paygate', options: {} }],
  modules: [
    {
      resolve: '@medusajs/medusa/payment',
      options: { providers: [{ resolve: 'medusa-paygate/provider', id: 'paygate', options: paygate }] },
    },
    { resolve: '@medusajs/medusa/event-bus-redis', options: { redisUrl } },
    { resolve: '@medusajs/medusa/workflow-engine-redis', options: { redis: { redisUrl } } },
    {
      resolve: '@medusajs/medusa/locking',
      options: {
        providers: [
          { resolve: '@medusajs/medusa/locking-redis', id: 'locking-redis', is_default: true, options: { redisUrl } },
        ],
      },
    },
  ],
});
