<?php

// Generated from docs/api/openapi.json by `npm run docs`.

declare(strict_types=1);

namespace Paygate\Api;

use Paygate\Client;
use Paygate\Pages;

/**
 * @phpstan-import-type AskPhoneRequest from Types
 * @phpstan-import-type CreateTillPaymentRequest from Types
 * @phpstan-import-type PaymentIntent from Types
 * @phpstan-import-type TillCharge from Types
 * @phpstan-import-type TillDay from Types
 * @phpstan-import-type TillList from Types
 * @phpstan-import-type CallOptions from Types
 */
final class Till
{
    public function __construct(private readonly Client $client)
    {
    }

    /**
     * Ask a phone to pay. Makes a payment intent and charges it by mobile money: the operator asks the phone, and its payer confirms with the PIN alone, without a code. An owner must have switched this on by the setting `phoneAsks`; otherwise the answer is 403 `phone_ask_not_allowed`. Asks are bounded for each phone, each member or key, each till and each account, per day of Africa/Douala, and a phone whose owner refused two of them is asked no more that day: then the answer is 429 `prompt_limit_reached`, and `detail` names the bound. Each ask is recorded in the audit trail. `ask` has the name that the prompt shows, and what the payer dials when none comes. The outcome is delivered by webhook and shown by the intent; with `Prefer: wait` it is also in the answer if it comes in time.
     *
     * @param AskPhoneRequest $params
     * @param CallOptions $options, of which waitSeconds is at most 5
     * @return TillCharge
     * @throws \Paygate\PaygateError
     */
    public function ask(array $params, array $options = []): array
    {
        return $this->client->request('POST', '/till/charges', body: $params, options: $options)->data;
    }

    /**
     * Make a payment to show as a QR code. Makes a payment intent at a counter, which its payer opens with `checkoutUrl` on a phone: show the address as a QR code. It lapses after a quarter of an hour. No phone is asked, so it needs no setting and has none of the bounds of `POST /till/charges`.
     *
     * @param CreateTillPaymentRequest $params
     * @param CallOptions $options
     * @return PaymentIntent
     * @throws \Paygate\PaygateError
     */
    public function pay(array $params, array $options = []): array
    {
        return $this->client->request('POST', '/till/payments', body: $params, options: $options)->data;
    }

    /**
     * List tills. The named places at which the account takes payments, the same in both modes: those that take payments, then those that are revoked, each newest first.
     *
     * @param CallOptions $options
     * @return TillList
     * @throws \Paygate\PaygateError
     */
    public function list(array $options = []): array
    {
        return $this->client->request('GET', '/tills', options: $options)->data;
    }

    /**
     * Read the day of a till. The word of the day (Africa/Douala) of the account in a mode, which the screen of a till shows beside its clock: a picture of another day or another account has another word. Also whether the account asks phones.
     *
     * @param CallOptions $options
     * @return TillDay
     * @throws \Paygate\PaygateError
     */
    public function day(array $options = []): array
    {
        return $this->client->request('GET', '/till/day', options: $options)->data;
    }
}
