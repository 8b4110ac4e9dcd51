<?php

// Generated from docs/api/openapi.json by `npm run docs`.

declare(strict_types=1);

namespace Paygate\Api;

use Paygate\Client;
use Paygate\Pages;

/**
 * @phpstan-import-type BalanceTransaction from Types
 * @phpstan-import-type ChangePayoutScheduleRequest from Types
 * @phpstan-import-type CreatePayoutRequest from Types
 * @phpstan-import-type GetPayoutFeeQuery from Types
 * @phpstan-import-type GetPayoutTransactionsQuery from Types
 * @phpstan-import-type ListPayoutsQuery from Types
 * @phpstan-import-type Payout from Types
 * @phpstan-import-type PayoutDestinationList from Types
 * @phpstan-import-type PayoutFee from Types
 * @phpstan-import-type PayoutPage from Types
 * @phpstan-import-type PayoutSchedule from Types
 * @phpstan-import-type PayoutSheet from Types
 * @phpstan-import-type CallOptions from Types
 */
final class Payouts
{
    public function __construct(private readonly Client $client)
    {
    }

    /**
     * Pay out available money. Sends money of the available balance to a destination that an owner has registered. The answer comes once the money is held; events report how the payout ended. Pending money is not paid out. A second identical request creates a new payout, unless it has the idempotency key of the first.
     *
     * @param CreatePayoutRequest $params
     * @param CallOptions $options
     * @return Payout
     * @throws \Paygate\PaygateError
     */
    public function create(array $params, array $options = []): array
    {
        return $this->client->request('POST', '/payouts', body: $params, options: $options)->data;
    }

    /**
     * Read a payout. A payout of another merchant or of the other mode is answered like a missing one.
     *
     * @param CallOptions $options
     * @return Payout
     * @throws \Paygate\PaygateError
     */
    public function retrieve(string $id, array $options = []): array
    {
        return $this->client->request('GET', '/payouts/{id}', ids: ['id' => $id], options: $options)->data;
    }

    /**
     * List payouts. The merchant's payouts of one mode, newest first, in pages.
     *
     * @param ListPayoutsQuery $params
     * @param CallOptions $options
     * @return Pages<Payout, PayoutPage>
     */
    public function list(array $params = [], array $options = []): Pages
    {
        return $this->client->listAll('/payouts', query: $params, options: $options);
    }

    /**
     * Cancel a payout. Returns the money to the balance, as long as nothing was sent to the operator. Takes no body.
     *
     * @param CallOptions $options
     * @return Payout
     * @throws \Paygate\PaygateError
     */
    public function cancel(string $id, array $options = []): array
    {
        return $this->client->request('POST', '/payouts/{id}/cancel', ids: ['id' => $id], options: $options)->data;
    }

    /**
     * Read the sheet of a payout. The contents of the payout: every movement of the balance since the completed payout before it, with the balance before and after. `opening` and the `net` of all lines add up to `closing`, and `closing` less `amount` is `remaining`.
     *
     * @param GetPayoutTransactionsQuery $params
     * @param CallOptions $options
     * @return Pages<BalanceTransaction, PayoutSheet>
     */
    public function transactions(string $id, array $params = [], array $options = []): Pages
    {
        return $this->client->listAll('/payouts/{id}/transactions', ids: ['id' => $id], query: $params, options: $options);
    }

    /**
     * Read the fee of a payout in advance. The fee of a payout, and the amount that would arrive, if it were requested now. Without an amount it is computed for everything available above the reserve, up to the limit of one payout. The limits of the day, whether an amount is available and whether the destination is usable are not checked.
     *
     * @param GetPayoutFeeQuery $params
     * @param CallOptions $options
     * @return PayoutFee
     * @throws \Paygate\PaygateError
     */
    public function fee(array $params, array $options = []): array
    {
        return $this->client->request('GET', '/payout-fee', query: $params, options: $options)->data;
    }

    /**
     * List the destinations of payouts. The newest 50, newest first, including revoked ones. Only the last digits of their numbers are shown. `operators` names the operators by which money can be paid out now.
     *
     * @param CallOptions $options
     * @return PayoutDestinationList
     * @throws \Paygate\PaygateError
     */
    public function destinations(array $options = []): array
    {
        return $this->client->request('GET', '/payout-destinations', options: $options)->data;
    }

    /**
     * Read the schedule of payouts. The schedule of automatic payouts of the available balance. `off` until it is changed.
     *
     * @param CallOptions $options
     * @return PayoutSchedule
     * @throws \Paygate\PaygateError
     */
    public function schedule(array $options = []): array
    {
        return $this->client->request('GET', '/payout-schedule', options: $options)->data;
    }

    /**
     * Change the schedule of payouts. Changes what is given, and keeps the rest.
     *
     * @param ChangePayoutScheduleRequest $params
     * @param CallOptions $options
     * @return PayoutSchedule
     * @throws \Paygate\PaygateError
     */
    public function changeSchedule(array $params, array $options = []): array
    {
        return $this->client->request('PATCH', '/payout-schedule', body: $params, options: $options)->data;
    }
}
