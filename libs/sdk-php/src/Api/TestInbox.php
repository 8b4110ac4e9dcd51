<?php

// Generated from docs/api/openapi.json by `npm run docs`.

declare(strict_types=1);

namespace Paygate\Api;

use Paygate\Client;
use Paygate\Pages;

/**
 * @phpstan-import-type TestInbox from Types
 * @phpstan-import-type CallOptions from Types
 */
final class TestInbox
{
    public function __construct(private readonly Client $client)
    {
    }

    /**
     * Read the messages of test mode. The SMS and e-mails with codes and receipts that were sent for the account’s payments in test mode: the newest 50 of the last 24 hours. A payment that names a user who does not exist has no messages, as nothing is sent. Codes that register a user or reset a password are not among them. In live mode the request is refused.
     *
     * @param CallOptions $options
     * @return TestInbox
     * @throws \Paygate\PaygateError
     */
    public function read(array $options = []): array
    {
        return $this->client->request('GET', '/test-inbox', options: $options)->data;
    }
}
