<?php

// Generated from docs/api/openapi.json by `npm run docs`.

declare(strict_types=1);

namespace Paygate\Api;

use Paygate\Client;
use Paygate\Pages;

/**
 * @phpstan-import-type Delivery from Types
 * @phpstan-import-type DeliveryWithAttempts from Types
 * @phpstan-import-type CallOptions from Types
 */
final class Deliveries
{
    public function __construct(private readonly Client $client)
    {
    }

    /**
     * Read a delivery with its attempts. An object of another merchant or of the other mode is answered like a missing one.
     *
     * @param CallOptions $options
     * @return DeliveryWithAttempts
     * @throws \Paygate\PaygateError
     */
    public function retrieve(string $id, array $options = []): array
    {
        return $this->client->request('GET', '/deliveries/{id}', ids: ['id' => $id], options: $options)->data;
    }

    /**
     * Send an event to its endpoint again. Makes the delivery due now, whatever its status; a delivery that is being sent stays as it is. An endpoint that is on hold after failures is tried at once with this delivery; an `ordered` endpoint is not, and the delivery keeps its place. If the attempt fails, the retry schedule continues. Takes no body. The body of an event is kept for 30 days.
     *
     * @param CallOptions $options
     * @return Delivery
     * @throws \Paygate\PaygateError
     */
    public function redeliver(string $id, array $options = []): array
    {
        return $this->client->request('POST', '/deliveries/{id}/redeliver', ids: ['id' => $id], options: $options)->data;
    }
}
