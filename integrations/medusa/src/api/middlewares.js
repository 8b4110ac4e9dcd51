import { defineMiddlewares } from '@medusajs/framework/http';
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils';
import { OF_CART, PROVIDER } from '../payments.js';

/** Names the cart of a session that the store API begins: what the storefront sends as its data is not taken over. */
async function nameCart(request, _response, next) {
  if (request.body?.provider_id === PROVIDER) {
    const { data } = await request.scope.resolve(ContainerRegistrationKeys.QUERY).graph({
      entity: 'cart_payment_collection',
      fields: ['cart_id', 'cart.metadata'],
      filters: { payment_collection_id: request.params.id },
    });
    const [{ cart_id: cart, cart: { metadata } = {} } = {}] = data;
    request.body.data = { cart_id: cart };
    // the order has the metadata of its cart, also before it is linked with it
    if (cart && metadata?.[OF_CART] !== cart)
      await request.scope.resolve(Modules.CART).updateCarts(cart, { metadata: { ...metadata, [OF_CART]: cart } });
  }
  next();
}

export default defineMiddlewares({
  routes: [
    { matcher: '/hooks/paygate', methods: ['POST'], bodyParser: { preserveRawBody: true } },
    { matcher: '/store/payment-collections/:id/payment-sessions', methods: ['POST'], middlewares: [nameCart] },
  ],
});
