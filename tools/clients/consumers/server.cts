/** A server in TypeScript as a CommonJS module; compiled, and run. */
import node = require('@paygate/node');
import browser = require('@paygate/browser');

const paygate = new node.Paygate({ secretKey: 'sk_test_not_a_real_key', baseUrl: 'https://paygate.example' });
const client = new browser.PaygateBrowser({ apiKey: 'pk_test_1', baseUrl: 'https://paygate.example' });
console.log(typeof paygate.paymentIntents.create, typeof client.charge);
