<?php

declare(strict_types=1);

namespace PaygateShop;

use Paygate\PaygateApiError;

/** The payments of an order, as the gateway knows them: each of them has the order's number as its reference. */
final class Payments
{
    private const OPEN = ['PENDING', 'REQUIRES_ACTION'];

    /**
     * The address of the payment page for an order; null when there is nothing to pay, or not now. A click that comes twice gets one payment, because its
     * key is that of the attempt, and the gateway has one open payment for a reference.
     *
     * @param array<string, string|null> $order
     * @throws \Paygate\PaygateError
     */
    public static function pageOf(array $order): ?string
    {
        if (!Orders::hold((int) $order['id'])) {
            return null;
        }
        $attempts = self::known($order);
        foreach ($attempts as $each) {
            if (in_array($each['status'], self::OPEN, true)) {
                return $each['checkoutUrl'];
            }
            if (in_array($each['status'], ['PROCESSING', 'COMPLETED'], true)) {
                return null;
            }
        }
        $key = implode('-', [Settings::shopId(), $order['number'], count($attempts) + 1]);
        return Settings::client()->paymentIntents->create(self::request($order), ['idempotencyKey' => $key])['checkoutUrl'];
    }

    /**
     * Asks for the payments of an order and takes over what they say.
     *
     * @param array<string, string|null> $order
     * @return list<array<string, mixed>>
     * @throws \Paygate\PaygateError
     */
    public static function known(array $order): array
    {
        $own = [];
        foreach (Settings::client()->paymentIntents->list(['reference' => $order['number'], 'limit' => 100]) as $intent) {
            if (($intent['metadata']['shop'] ?? null) === Settings::shopId()) {
                Orders::settle($intent);
                $own[] = $intent;
            }
        }
        return $own;
    }

    /**
     * Ends an order whose hold is over. Its open payment is canceled first: what cannot be canceled is being paid, and the order waits for it.
     *
     * @param array<string, string|null> $order
     * @throws \Paygate\PaygateError
     */
    public static function end(array $order): void
    {
        foreach (self::known($order) as $intent) {
            if (in_array($intent['status'], ['PROCESSING', 'COMPLETED'], true) || (in_array($intent['status'], self::OPEN, true) && !self::cancel($intent['id']))) {
                return;
            }
        }
        Orders::cancel($order);
    }

    private static function cancel(string $id): bool
    {
        try {
            return Settings::client()->paymentIntents->cancel($id)['status'] === 'CANCELED';
        } catch (PaygateApiError $error) {
            return $error->status < 500 && $error->status !== 429 ? false : throw $error;
        }
    }

    /** @param array<string, string|null> $order @return array<string, mixed> */
    private static function request(array $order): array
    {
        $page = Shop::addressOf($order);
        return [
            'amount' => $order['amount'],
            'currency' => $order['currency'],
            'description' => $order['title'],
            'reference' => $order['number'],
            'metadata' => ['shop' => Settings::shopId(), 'order' => $order['number']],
            'returnUrl' => $page,
            'cancelUrl' => $page,
            'expiresIn' => Orders::HOLD_SECONDS,
        ];
    }
}
