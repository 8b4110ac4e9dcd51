<?php

// Generated from docs/api/openapi.json by `npm run docs`.

declare(strict_types=1);

namespace Paygate\Api;

use Paygate\Client;
use Paygate\Pages;

/**
 * @phpstan-import-type Operators from Types
 * @phpstan-import-type CallOptions from Types
 */
final class Operators
{
    public function __construct(private readonly Client $client)
    {
    }

    /**
     * List the operators and their state. The mobile-money operators of the mode of the key: their currencies, number prefixes, methods and limits, what the prompt on the phone shows and what to dial when none comes. Their state follows from the outcomes of the last 5 and 60 minutes of all merchants of this mode, which are up to some seconds old. What a payer declines never counts against an operator.
     *
     * @param CallOptions $options
     * @return Operators
     * @throws \Paygate\PaygateError
     */
    public function list(array $options = []): array
    {
        return $this->client->request('GET', '/operators', options: $options)->data;
    }
}
