<?php

// Generated from docs/api/openapi.json by `npm run docs`.

declare(strict_types=1);

namespace Paygate\Api;

use Paygate\Client;
use Paygate\Pages;

/**
 * @phpstan-import-type Customer from Types
 * @phpstan-import-type CustomerPage from Types
 * @phpstan-import-type Guest from Types
 * @phpstan-import-type GuestPage from Types
 * @phpstan-import-type ListCustomersQuery from Types
 * @phpstan-import-type ListGuestsQuery from Types
 * @phpstan-import-type CallOptions from Types
 */
final class Customers
{
    public function __construct(private readonly Client $client)
    {
    }

    /**
     * List customers. The registered users who have completed a payment to the merchant in one mode, with the number and amounts of their payments, in pages, the user who registered last first. The newest 1000 payments of each user are counted, with what was refunded of them. Guests have no account: `GET /customers/guests` lists them.
     *
     * @param ListCustomersQuery $params
     * @param CallOptions $options
     * @return Pages<Customer, CustomerPage>
     */
    public function list(array $params = [], array $options = []): Pages
    {
        return $this->client->listAll('/customers', query: $params, options: $options);
    }

    /**
     * List guests. The phones that have completed a payment by mobile money to the merchant in one mode without an account, masked, with the number and amounts of their payments, in pages, the one that paid last first. The newest 1000 payments of each are counted. A page looks through a limited number of payments: it may be short or empty, and `hasMore` stays true until all have been looked through. `GET /gateway?customerId=` lists the payments of a guest. Payments that are older than these ids are counted for nobody.
     *
     * @param ListGuestsQuery $params
     * @param CallOptions $options
     * @return Pages<Guest, GuestPage>
     */
    public function listGuests(array $params = [], array $options = []): Pages
    {
        return $this->client->listAll('/customers/guests', query: $params, options: $options);
    }
}
