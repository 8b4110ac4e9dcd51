/** A test of a shop that runs in Jest without any transformation. */
const { Paygate } = require('@paygate/node');

test('a signed delivery is accepted', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
  const payload = JSON.stringify(Paygate.webhooks.generateTestEvent('payment.failed'));
  const header = Paygate.webhooks.generateTestHeaderString({ payload, secret });
  expect(Paygate.webhooks.constructEvent(payload, header, secret).type).toBe('payment.failed');
});
