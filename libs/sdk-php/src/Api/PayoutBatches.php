<?php

// Generated from docs/api/openapi.json by `npm run docs`.

declare(strict_types=1);

namespace Paygate\Api;

use Paygate\Client;
use Paygate\Pages;

/**
 * @phpstan-import-type AddPayoutBatchRowsRequest from Types
 * @phpstan-import-type CreatePayoutBatchRequest from Types
 * @phpstan-import-type ListPayoutBatchRowsQuery from Types
 * @phpstan-import-type ListPayoutBatchesQuery from Types
 * @phpstan-import-type PayoutBatch from Types
 * @phpstan-import-type PayoutBatchPage from Types
 * @phpstan-import-type PayoutBatchRow from Types
 * @phpstan-import-type PayoutBatchRowPage from Types
 * @phpstan-import-type CallOptions from Types
 */
final class PayoutBatches
{
    public function __construct(private readonly Client $client)
    {
    }

    /**
     * Draft payouts to many recipients. Creates a draft of up to 2000 rows; a request takes up to 100 of them. No money moves before members have approved the batch in the dashboard: no key can.
     *
     * @param CreatePayoutBatchRequest $params
     * @param CallOptions $options
     * @return PayoutBatch
     * @throws \Paygate\PaygateError
     */
    public function create(array $params, array $options = []): array
    {
        return $this->client->request('POST', '/payout-batches', body: $params, options: $options)->data;
    }

    /**
     * Read a batch of payouts. A batch of another merchant or of the other mode is answered like a missing one.
     *
     * @param CallOptions $options
     * @return PayoutBatch
     * @throws \Paygate\PaygateError
     */
    public function retrieve(string $id, array $options = []): array
    {
        return $this->client->request('GET', '/payout-batches/{id}', ids: ['id' => $id], options: $options)->data;
    }

    /**
     * List batches of payouts. The merchant's batches of one mode, newest first, in pages.
     *
     * @param ListPayoutBatchesQuery $params
     * @param CallOptions $options
     * @return Pages<PayoutBatch, PayoutBatchPage>
     */
    public function list(array $params = [], array $options = []): Pages
    {
        return $this->client->listAll('/payout-batches', query: $params, options: $options);
    }

    /**
     * Add rows to a draft. Adds rows, or replaces those with the same numbers. The operator and the amount of each row are checked; a row that cannot be paid has `faults`.
     *
     * @param AddPayoutBatchRowsRequest $params
     * @param CallOptions $options
     * @return PayoutBatch
     * @throws \Paygate\PaygateError
     */
    public function addRows(string $id, array $params, array $options = []): array
    {
        return $this->client->request('POST', '/payout-batches/{id}/rows', ids: ['id' => $id], body: $params, options: $options)->data;
    }

    /**
     * List the rows of a batch. The rows in the order of their numbers, in pages, each with the status of its payout.
     *
     * @param ListPayoutBatchRowsQuery $params
     * @param CallOptions $options
     * @return Pages<PayoutBatchRow, PayoutBatchRowPage>
     */
    public function rows(string $id, array $params = [], array $options = []): Pages
    {
        return $this->client->listAll('/payout-batches/{id}/rows', ids: ['id' => $id], query: $params, options: $options);
    }

    /**
     * Seal a draft. Ends the draft: its rows never change again, and the batch waits for its approval. Refused while a row has faults. From then on the names of recipients are compared with those that the operators have. Takes no body.
     *
     * @param CallOptions $options
     * @return PayoutBatch
     * @throws \Paygate\PaygateError
     */
    public function seal(string $id, array $options = []): array
    {
        return $this->client->request('POST', '/payout-batches/{id}/seal', ids: ['id' => $id], options: $options)->data;
    }

    /**
     * Pause a batch of payouts. No further row is sent. Rows that were sent go on. Takes no body.
     *
     * @param CallOptions $options
     * @return PayoutBatch
     * @throws \Paygate\PaygateError
     */
    public function pause(string $id, array $options = []): array
    {
        return $this->client->request('POST', '/payout-batches/{id}/pause', ids: ['id' => $id], options: $options)->data;
    }

    /**
     * Cancel a batch of payouts. Ends a batch that was not approved. Of an approved one the rows are canceled of which nothing was sent, and their money is available again. Takes no body.
     *
     * @param CallOptions $options
     * @return PayoutBatch
     * @throws \Paygate\PaygateError
     */
    public function cancel(string $id, array $options = []): array
    {
        return $this->client->request('POST', '/payout-batches/{id}/cancel', ids: ['id' => $id], options: $options)->data;
    }
}
