<?php

// Generated from docs/api/openapi.json by `npm run docs`.

declare(strict_types=1);

namespace Paygate\Api;

use Paygate\Client;
use Paygate\Pages;

/**
 * @phpstan-import-type Balance from Types
 * @phpstan-import-type BalanceSummary from Types
 * @phpstan-import-type BalanceTransaction from Types
 * @phpstan-import-type BalanceTransactionPage from Types
 * @phpstan-import-type Fee from Types
 * @phpstan-import-type GetBalanceStatementQuery from Types
 * @phpstan-import-type GetBalanceSummaryQuery from Types
 * @phpstan-import-type GetFeeQuery from Types
 * @phpstan-import-type GetOwnSummaryQuery from Types
 * @phpstan-import-type ListBalanceTransactionsQuery from Types
 * @phpstan-import-type OwnSummary from Types
 * @phpstan-import-type CallOptions from Types
 */
final class Balance
{
    public function __construct(private readonly Client $client)
    {
    }

    /**
     * Read the balance. The balance in each currency: available now, and pending. Payments from wallets are available at once. Money that an operator has collected is available from the next day (Africa/Douala), or as the installation has agreed with the operator; in test mode, at once.
     *
     * @param CallOptions $options
     * @return Balance
     * @throws \Paygate\PaygateError
     */
    public function retrieve(array $options = []): array
    {
        return $this->client->request('GET', '/balance', options: $options)->data;
    }

    /**
     * List the transactions of the balance. Every movement of the balance of one currency, newest first, in pages. The sum of their `net` is the balance.
     *
     * @param ListBalanceTransactionsQuery $params
     * @param CallOptions $options
     * @return Pages<BalanceTransaction, BalanceTransactionPage>
     */
    public function transactions(array $params = [], array $options = []): Pages
    {
        return $this->client->listAll('/balance/transactions', query: $params, options: $options);
    }

    /**
     * Download a statement. A CSV file of one currency: a row `opening_balance`, every transaction from `from` (inclusive) to `to` (exclusive) with the balance after it, oldest first, and a row `closing_balance`. Times are those of Africa/Douala, such as `2026-11-01T00:00:00.000+01:00`, and the name of the file has the days of Africa/Douala. The closing balance of a statement is the opening balance of the next one, which begins where it ends. A statement ends at `to`. While earlier transactions can still be added, it ends sooner, at the last moment up to which it is complete: the header `x-statement-to` and the last row give this end. The rows are sent while they are read; an answer that breaks off is not complete.
     *
     * @param GetBalanceStatementQuery $params
     * @param CallOptions $options
     * @throws \Paygate\PaygateError
     */
    public function statement(array $params = [], array $options = []): string
    {
        return $this->client->request('GET', '/balance/statement', query: $params, options: $options + ['timeout' => 600, 'deadline' => 600])->data;
    }

    /**
     * Read the sums of a span. Opening and closing balance of a span of at most 32 days, and what happened in between: payments, refunds and fees by method, by who made them and by till. A payment by a link counts for whoever made the link. For the closing of a day, give its beginning and its end.
     *
     * @param GetBalanceSummaryQuery $params
     * @param CallOptions $options
     * @return BalanceSummary
     * @throws \Paygate\PaygateError
     */
    public function summary(array $params = [], array $options = []): array
    {
        return $this->client->request('GET', '/balance/summary', query: $params, options: $options)->data;
    }

    /**
     * Read your own sums of a span. The payments and refunds that you made in a span of at most 32 days, by method and till, with their fees: those of the member whose session asks, or of the API key. A payment by a link counts for whoever made the link. The answer has neither the balance nor payouts, and nothing of other members: a cashier closes the own day with it.
     *
     * @param GetOwnSummaryQuery $params
     * @param CallOptions $options
     * @return OwnSummary
     * @throws \Paygate\PaygateError
     */
    public function ownSummary(array $params = [], array $options = []): array
    {
        return $this->client->request('GET', '/balance/summary/own', query: $params, options: $options)->data;
    }

    /**
     * Read the fee of a payment before its charge. The fee of a payment of this amount if it were charged now. Once the payment is charged, the fee is stated on the payment and its event; it is kept when the payment is refunded.
     *
     * @param GetFeeQuery $params
     * @param CallOptions $options
     * @return Fee
     * @throws \Paygate\PaygateError
     */
    public function fee(array $params, array $options = []): array
    {
        return $this->client->request('GET', '/fees', query: $params, options: $options)->data;
    }
}
