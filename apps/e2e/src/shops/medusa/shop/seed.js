import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils';
import {
  createApiKeysWorkflow,
  createInventoryLevelsWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  createStockLocationsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from '@medusajs/medusa/core-flows';

/* A shop with one product that is not shipped, and the keys of its two APIs: `medusa exec` runs it. */

export default async function seed({ container }) {
  const result = async (workflow, input) => (await workflow(container).run({ input })).result;
  const [channel] = await result(createSalesChannelsWorkflow, { salesChannelsData: [{ name: 'Boutique' }] });
  const [region] = await result(createRegionsWorkflow, {
    regions: [{ name: 'Cameroun', currency_code: 'xaf', countries: ['cm'], payment_providers: ['pp_paygate_paygate'] }],
  });
  const variant = (title, amount, hasStock = false) => ({
    title,
    manage_inventory: hasStock,
    options: { Taille: title },
    prices: [{ amount, currency_code: 'xaf' }],
  });
  const [product] = await result(createProductsWorkflow, {
    products: [
      {
        title: 'Café moulu',
        status: 'published',
        sales_channels: [{ id: channel.id }],
        options: [{ title: 'Taille', values: ['petit', 'grand', 'avec centimes', 'rare'] }],
        variants: [
          variant('petit', 700),
          variant('grand', 1500),
          variant('avec centimes', 10.5),
          variant('rare', 900, true),
        ],
      },
    ],
  });
  const inventory = container.resolve(Modules.INVENTORY);
  const [item] = await inventory.listInventoryItems({});
  await inventory.updateInventoryItems([{ id: item.id, requires_shipping: false }]);
  const [location] = await result(createStockLocationsWorkflow, { locations: [{ name: 'Douala' }] });
  await result(linkSalesChannelsToStockLocationWorkflow, { id: location.id, add: [channel.id] });
  await result(createInventoryLevelsWorkflow, {
    inventory_levels: [{ inventory_item_id: item.id, location_id: location.id, stocked_quantity: 1 }],
  });
  const key = async (type) =>
    (await result(createApiKeysWorkflow, { api_keys: [{ title: type, type, created_by: '' }] }))[0];
  const [publishable, secret] = [await key('publishable'), await key('secret')];
  await result(linkSalesChannelsToApiKeyWorkflow, { id: publishable.id, add: [channel.id] });
  const variants = Object.fromEntries(product.variants.map(({ title, id }) => [title, id]));
  const keys = { region: region.id, variants, publishableKey: publishable.token, secretKey: secret.token };
  writeFileSync(process.env.SHOP_KEYS, JSON.stringify(keys));
  container.resolve(ContainerRegistrationKeys.LOGGER).info('the shop is seeded');
}
