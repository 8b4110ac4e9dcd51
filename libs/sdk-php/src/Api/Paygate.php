<?php

// Generated from docs/api/openapi.json by `npm run docs`.

declare(strict_types=1);

namespace Paygate;

/** The client of a merchant's server. */
final class Paygate extends Client
{
    public readonly Api\PaymentIntents $paymentIntents;
    public readonly Api\PaymentLinks $paymentLinks;
    public readonly Api\Refunds $refunds;
    public readonly Api\Reversals $reversals;
    public readonly Api\Balance $balance;
    public readonly Api\Payouts $payouts;
    public readonly Api\PayoutBatches $payoutBatches;
    public readonly Api\ApiKeys $apiKeys;
    public readonly Api\WebhookEndpoints $webhookEndpoints;
    public readonly Api\Events $events;
    public readonly Api\Deliveries $deliveries;
    public readonly Api\Metrics $metrics;
    public readonly Api\Customers $customers;
    public readonly Api\Operators $operators;
    public readonly Api\Till $till;
    public readonly Api\TestInbox $testInbox;
    public readonly Api\Merchant $merchant;

    protected function attach(): void
    {
        $this->paymentIntents = new Api\PaymentIntents($this);
        $this->paymentLinks = new Api\PaymentLinks($this);
        $this->refunds = new Api\Refunds($this);
        $this->reversals = new Api\Reversals($this);
        $this->balance = new Api\Balance($this);
        $this->payouts = new Api\Payouts($this);
        $this->payoutBatches = new Api\PayoutBatches($this);
        $this->apiKeys = new Api\ApiKeys($this);
        $this->webhookEndpoints = new Api\WebhookEndpoints($this);
        $this->events = new Api\Events($this);
        $this->deliveries = new Api\Deliveries($this);
        $this->metrics = new Api\Metrics($this);
        $this->customers = new Api\Customers($this);
        $this->operators = new Api\Operators($this);
        $this->till = new Api\Till($this);
        $this->testInbox = new Api\TestInbox($this);
        $this->merchant = new Api\Merchant($this);
    }
}
