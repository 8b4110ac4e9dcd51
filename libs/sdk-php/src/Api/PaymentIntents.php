<?php

// Generated from docs/api/openapi.json by `npm run docs`.

declare(strict_types=1);

namespace Paygate\Api;

use Paygate\Client;
use Paygate\Pages;

/**
 * @phpstan-import-type CreateIntentRequest from Types
 * @phpstan-import-type CreatedPaymentIntent from Types
 * @phpstan-import-type ListIntentsQuery from Types
 * @phpstan-import-type PayerNumber from Types
 * @phpstan-import-type PaymentIntent from Types
 * @phpstan-import-type PaymentIntentPage from Types
 * @phpstan-import-type Receipt from Types
 * @phpstan-import-type SearchIntentsRequest from Types
 * @phpstan-import-type SendReceiptRequest from Types
 * @phpstan-import-type Timeline from Types
 * @phpstan-import-type CallOptions from Types
 */
final class PaymentIntents
{
    public function __construct(private readonly Client $client)
    {
    }

    /**
     * Create a payment intent. Called from the merchant's server, never from a browser.
     *
     * @param CreateIntentRequest $params
     * @param CallOptions $options
     * @return CreatedPaymentIntent
     * @throws \Paygate\PaygateError
     */
    public function create(array $params, array $options = []): array
    {
        return $this->client->request('POST', '/gateway', body: $params, options: $options)->data;
    }

    /**
     * Read the payment intent of a session. Returns the public view, for a front end that holds the session token. With a secret key instead of the publishable one it returns the whole intent.
     *
     * @param CallOptions $options, of which waitSeconds is at most 5
     * @return PaymentIntent
     * @throws \Paygate\PaygateError
     */
    public function retrieve(string $sessionToken, array $options = []): array
    {
        return $this->client->request('GET', '/gateway/session', sessionToken: $sessionToken, options: $options)->data;
    }

    /**
     * Read a payment intent. An intent of another merchant or of the other mode is answered like a missing one.
     *
     * @param CallOptions $options, of which waitSeconds is at most 5
     * @return PaymentIntent
     * @throws \Paygate\PaygateError
     */
    public function retrieveById(string $id, array $options = []): array
    {
        return $this->client->request('GET', '/gateway/{id}', ids: ['id' => $id], options: $options)->data;
    }

    /**
     * Read who paid a payment. The phone number that was asked to pay a payment by mobile money, in full, for as long as the payment can be refunded. Every other answer, list, event and export masks it. Each read of a number is a record of the account’s audit trail, `payer.read`, with the payment and the member or key that read it. A member or key reads at most 200 numbers a day. An intent of another merchant or of the other mode is answered like a missing one.
     *
     * @param CallOptions $options
     * @return PayerNumber
     * @throws \Paygate\PaygateError
     */
    public function retrievePayer(string $id, array $options = []): array
    {
        return $this->client->request('GET', '/gateway/{id}/payer', ids: ['id' => $id], options: $options)->data;
    }

    /**
     * List payment intents. The merchant's intents of one mode, newest first, in pages. A page looks through a limited number of intents: with filters that few intents match, it may be short or empty, and `hasMore` stays true until all intents have been looked through.
     *
     * @param ListIntentsQuery $params
     * @param CallOptions $options
     * @return Pages<PaymentIntent, PaymentIntentPage>
     */
    public function list(array $params = [], array $options = []): Pages
    {
        return $this->client->listAll('/gateway', query: $params, options: $options);
    }

    /**
     * Find payment intents. The merchant's intents of one mode that a text or a phone number finds, newest first, in pages. Both are sent in the body, because URLs are written to logs. Changes nothing.
     *
     * @param SearchIntentsRequest $params
     * @param CallOptions $options
     * @return Pages<PaymentIntent, PaymentIntentPage>
     */
    public function search(array $params, array $options = []): Pages
    {
        return $this->client->listAll('/gateway/search', method: 'POST', body: $params, options: $options);
    }

    /**
     * Read the course of a payment. The history of an intent from its creation to the deliveries of its events, in chronological order. Codes are kept for 30 days, deliveries for 90. An intent of another merchant or of the other mode is answered like a missing one.
     *
     * @param CallOptions $options
     * @return Timeline
     * @throws \Paygate\PaygateError
     */
    public function timeline(string $id, array $options = []): array
    {
        return $this->client->request('GET', '/gateway/{id}/timeline', ids: ['id' => $id], options: $options)->data;
    }

    /**
     * Cancel a payment intent. Ends an intent that has not been charged: nobody can pay it any more. Takes no body. Idempotent: a canceled intent stays canceled.
     *
     * @param CallOptions $options
     * @return PaymentIntent
     * @throws \Paygate\PaygateError
     */
    public function cancel(string $id, array $options = []): array
    {
        return $this->client->request('POST', '/gateway/{id}/cancel', ids: ['id' => $id], options: $options)->data;
    }

    /**
     * Send the receipt of a payment. Sends the receipt of a COMPLETED payment to whoever paid it, or to the address that the payer types: at most 3 times, within 7 days. The answer is the same whether or not the payer has an account or an e-mail address; without an address nothing is sent.
     *
     * @param SendReceiptRequest $params
     * @param CallOptions $options
     * @return Receipt
     * @throws \Paygate\PaygateError
     */
    public function sendReceipt(string $id, array $params, array $options = []): array
    {
        return $this->client->request('POST', '/gateway/{id}/receipt', ids: ['id' => $id], body: $params, options: $options)->data;
    }
}
