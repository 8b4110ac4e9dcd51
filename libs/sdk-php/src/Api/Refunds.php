<?php

// Generated from docs/api/openapi.json by `npm run docs`.

declare(strict_types=1);

namespace Paygate\Api;

use Paygate\Client;
use Paygate\Pages;

/**
 * @phpstan-import-type CreateRefundRequest from Types
 * @phpstan-import-type ListIntentRefundsQuery from Types
 * @phpstan-import-type ListRefundsQuery from Types
 * @phpstan-import-type Refund from Types
 * @phpstan-import-type RefundPage from Types
 * @phpstan-import-type CallOptions from Types
 */
final class Refunds
{
    public function __construct(private readonly Client $client)
    {
    }

    /**
     * Refund a payment. Gives money of a completed payment back to whoever paid, in full or in part, by the way it was paid; a payment may have several refunds. The fee of the payment is kept, so the money comes from your balance; if the balance is too low, the refusal states what is missing. A second identical request creates a new refund, unless it has the idempotency key of the first. If the body is left out, everything that is left of the payment is refunded.
     *
     * @param CreateRefundRequest $params
     * @param CallOptions $options
     * @return Refund
     * @throws \Paygate\PaygateError
     */
    public function create(string $id, array $params = [], array $options = []): array
    {
        return $this->client->request('POST', '/gateway/{id}/refunds', ids: ['id' => $id], body: $params, options: $options)->data;
    }

    /**
     * Read a refund. A refund of another merchant or of the other mode is answered like a missing one.
     *
     * @param CallOptions $options
     * @return Refund
     * @throws \Paygate\PaygateError
     */
    public function retrieve(string $id, array $options = []): array
    {
        return $this->client->request('GET', '/refunds/{id}', ids: ['id' => $id], options: $options)->data;
    }

    /**
     * List refunds. The merchant's refunds of one mode, newest first, in pages.
     *
     * @param ListRefundsQuery $params
     * @param CallOptions $options
     * @return Pages<Refund, RefundPage>
     */
    public function list(array $params = [], array $options = []): Pages
    {
        return $this->client->listAll('/refunds', query: $params, options: $options);
    }

    /**
     * List the refunds of a payment. Newest first, in pages. An intent of another merchant or of the other mode is answered like a missing one.
     *
     * @param ListIntentRefundsQuery $params
     * @param CallOptions $options
     * @return Pages<Refund, RefundPage>
     */
    public function listForIntent(string $id, array $params = [], array $options = []): Pages
    {
        return $this->client->listAll('/gateway/{id}/refunds', ids: ['id' => $id], query: $params, options: $options);
    }
}
