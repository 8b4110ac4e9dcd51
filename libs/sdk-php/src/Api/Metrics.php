<?php

// Generated from docs/api/openapi.json by `npm run docs`.

declare(strict_types=1);

namespace Paygate\Api;

use Paygate\Client;
use Paygate\Pages;

/**
 * @phpstan-import-type GetPaymentMetricsQuery from Types
 * @phpstan-import-type PaymentMetrics from Types
 * @phpstan-import-type CallOptions from Types
 */
final class Metrics
{
    public function __construct(private readonly Client $client)
    {
    }

    /**
     * Read counts of payments by hour or day. The number of payments of one currency and mode that were created, completed, failed, expired and canceled, their volume, success rate and reasons of failure. The counts come from events: each event is counted once, a moment after it happened.
     *
     * @param GetPaymentMetricsQuery $params
     * @param CallOptions $options
     * @return PaymentMetrics
     * @throws \Paygate\PaygateError
     */
    public function payments(array $params = [], array $options = []): array
    {
        return $this->client->request('GET', '/metrics/payments', query: $params, options: $options)->data;
    }
}
