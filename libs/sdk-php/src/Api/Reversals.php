<?php

// Generated from docs/api/openapi.json by `npm run docs`.

declare(strict_types=1);

namespace Paygate\Api;

use Paygate\Client;
use Paygate\Pages;

/**
 * @phpstan-import-type ListIntentReversalsQuery from Types
 * @phpstan-import-type Reversal from Types
 * @phpstan-import-type ReversalPage from Types
 * @phpstan-import-type CallOptions from Types
 */
final class Reversals
{
    public function __construct(private readonly Client $client)
    {
    }

    /**
     * List the reversals of a payment. What the operator has taken back of a payment after it was paid, newest first, in pages. An intent of another merchant or of the other mode is answered like a missing one.
     *
     * @param ListIntentReversalsQuery $params
     * @param CallOptions $options
     * @return Pages<Reversal, ReversalPage>
     */
    public function listForIntent(string $id, array $params = [], array $options = []): Pages
    {
        return $this->client->listAll('/gateway/{id}/reversals', ids: ['id' => $id], query: $params, options: $options);
    }
}
