/** Pays twice by the package `mtn-momo`, and prints the outcomes. */
import momo from 'mtn-momo';

const APPROVES = '237670000001';
const REJECTS = '237670000011';
const QUESTIONS = 120;
const PAUSE_MS = 500;
const { MOMO_URL, MOMO_TARGET_ENVIRONMENT, MOMO_SUBSCRIPTION_KEY, MOMO_API_USER, MOMO_API_KEY } = process.env;
const { Collections } = momo.create({
  callbackHost: 'localhost',
  baseUrl: MOMO_URL,
  environment: MOMO_TARGET_ENVIRONMENT,
});
const collections = Collections({
  primaryKey: MOMO_SUBSCRIPTION_KEY,
  userId: MOMO_API_USER,
  userSecret: MOMO_API_KEY,
});

/** The outcome of a payment by that payer. The package throws the reason of one that has failed. */
async function outcomeOf(partyId) {
  const payer = { partyIdType: momo.PayerType.MSISDN, partyId };
  const reference = await collections.requestToPay({
    ...{ amount: '500', currency: 'XAF', externalId: 'order-1', payer },
    ...{ payerMessage: 'Order 1', payeeNote: 'Order 1' },
  });
  for (let question = 0; question < QUESTIONS; question += 1) {
    const { status } = await collections
      .getTransaction(reference)
      .catch(({ name, message }) => ({ status: `FAILED ${message || name}` }));
    if (status !== 'PENDING' && status !== 'CREATED') return status;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error(`${reference} has no outcome`);
}

const { result } = await collections.isPayerActive(APPROVES);
console.log([result ? 'active' : 'not active', await outcomeOf(APPROVES), await outcomeOf(REJECTS)].join(', '));
