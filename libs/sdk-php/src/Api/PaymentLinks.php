<?php

// Generated from docs/api/openapi.json by `npm run docs`.

declare(strict_types=1);

namespace Paygate\Api;

use Paygate\Client;
use Paygate\Pages;

/**
 * @phpstan-import-type CreatePaymentLinkRequest from Types
 * @phpstan-import-type ListPaymentLinksQuery from Types
 * @phpstan-import-type PaymentLink from Types
 * @phpstan-import-type PaymentLinkPage from Types
 * @phpstan-import-type UpdatePaymentLinkRequest from Types
 * @phpstan-import-type CallOptions from Types
 */
final class PaymentLinks
{
    public function __construct(private readonly Client $client)
    {
    }

    /**
     * Create a payment link. Makes an address by which people can pay again and again; each payment is a separate payment intent. Amount, currency and reference of a link never change: a payer pays what the link has shown. A link can be deactivated, and its text, return URL, uses and end can be changed.
     *
     * @param CreatePaymentLinkRequest $params
     * @param CallOptions $options
     * @return PaymentLink
     * @throws \Paygate\PaygateError
     */
    public function create(array $params, array $options = []): array
    {
        return $this->client->request('POST', '/payment-links', body: $params, options: $options)->data;
    }

    /**
     * Read a payment link. A link of another merchant or of the other mode is answered like a missing one.
     *
     * @param CallOptions $options
     * @return PaymentLink
     * @throws \Paygate\PaygateError
     */
    public function retrieve(string $id, array $options = []): array
    {
        return $this->client->request('GET', '/payment-links/{id}', ids: ['id' => $id], options: $options)->data;
    }

    /**
     * List payment links. The links of one mode, newest first, in pages.
     *
     * @param ListPaymentLinksQuery $params
     * @param CallOptions $options
     * @return Pages<PaymentLink, PaymentLinkPage>
     */
    public function list(array $params = [], array $options = []): Pages
    {
        return $this->client->listAll('/payment-links', query: $params, options: $options);
    }

    /**
     * Change a payment link. Deactivates a link or activates it again, and changes its text, its return URL, its uses and its end. A parameter that is absent leaves the value unchanged. Payments that are open can still be paid, and keep the text and the URL of before. An expired link accepts no new payments, whether it is active or not. Each change is recorded in the audit trail.
     *
     * @param UpdatePaymentLinkRequest $params
     * @param CallOptions $options
     * @return PaymentLink
     * @throws \Paygate\PaygateError
     */
    public function update(string $id, array $params, array $options = []): array
    {
        return $this->client->request('PATCH', '/payment-links/{id}', ids: ['id' => $id], body: $params, options: $options)->data;
    }
}
