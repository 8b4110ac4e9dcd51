<?php

// Generated from docs/api/openapi.json by `npm run docs`.

declare(strict_types=1);

namespace Paygate\Api;

use Paygate\Client;
use Paygate\Pages;

/**
 * @phpstan-import-type Merchant from Types
 * @phpstan-import-type UpdateMerchantRequest from Types
 * @phpstan-import-type CallOptions from Types
 */
final class Merchant
{
    public function __construct(private readonly Client $client)
    {
    }

    /**
     * Read the merchant account. The profile of the account that customers see, and its settings. They are the same in both modes.
     *
     * @param CallOptions $options
     * @return Merchant
     * @throws \Paygate\PaygateError
     */
    public function retrieve(array $options = []): array
    {
        return $this->client->request('GET', '/merchant', options: $options)->data;
    }

    /**
     * Change the merchant account. Changes what customers see of the account, and its settings; a parameter that is absent or null leaves the value unchanged. Both modes share one account: once it is active in live mode, only a live key, or a dashboard session with `x-mode: live`, changes it. In live mode only an owner who shows a code of the second factor loosens what protects money: `customerSignIn`, `otherPhones`, `guestPayments`, `phoneAsks`, `cashierRefundsPerDay` and `refundsPerDay`. Each change is recorded in the audit trail, and owners are notified of looser settings and of another contact.
     *
     * @param UpdateMerchantRequest $params
     * @param CallOptions $options
     * @return Merchant
     * @throws \Paygate\PaygateError
     */
    public function update(array $params, array $options = []): array
    {
        return $this->client->request('PATCH', '/merchant', body: $params, options: $options)->data;
    }
}
