<?php

declare(strict_types=1);

namespace PaygateShop;

use Paygate\PaygateApiError;

/**
 * Refunds: `asked` is saved before the gateway is asked and repeated under the same key until it answers, so a refund that was begun is neither lost nor
 * made twice. The sum of those that have not failed is never more than the order.
 */
final class Refunds
{
    /**
     * Saves and asks for a refund, once for a form.
     *
     * @param ?string $amount everything that is left when null
     * @throws TooMuch
     * @throws \Paygate\PaygateConnectionError when it stays asked for, and the timer repeats it
     */
    public static function ask(int $orderId, ?string $amount, string $token): void
    {
        $refund = Db::within(function () use ($orderId, $amount, $token): ?array {
            $order = Db::row('SELECT * FROM {orders} WHERE id = %d FOR UPDATE', $orderId);
            if ($order === null || $order['intent_id'] === null || Db::row('SELECT id FROM {refunds} WHERE token = %s', $token) !== null) {
                return null;
            }
            $left = (int) $order['amount'] - self::sum($orderId, "'asked', 'pending', 'completed'");
            $asked = $amount === null ? $left : (int) $amount;
            ($asked > 0 && $asked <= $left) || throw new TooMuch();
            Db::run("INSERT INTO {refunds} (order_id, token, nonce, amount, status, created_at) VALUES (%d, %s, %s, %d, 'asked', UTC_TIMESTAMP())", $orderId, $token, self::nonce(), $asked);
            return self::withPayment((int) $GLOBALS['wpdb']->insert_id);
        });
        $refund === null || self::send($refund);
    }

    /** Refunds that have no answer or have not ended. @return list<array<string, string|null>> */
    public static function open(): array
    {
        return Db::rows("SELECT r.*, o.intent_id FROM {refunds} r JOIN {orders} o ON o.id = r.order_id WHERE r.status IN ('asked', 'pending') ORDER BY r.status, r.id LIMIT 20");
    }

    /** Asks again for one that has no answer, and looks at one that has. @param array<string, string|null> $refund */
    public static function lookUp(array $refund): void
    {
        $refund['refund_id'] === null ? self::send($refund) : self::settle(Settings::client()->refunds->retrieve($refund['refund_id']));
    }

    /** Takes over what is known about a refund, also of one that was made in Paygate's dashboard. @param array<string, mixed> $refund */
    public static function settle(array $refund): void
    {
        Db::within(function () use ($refund): void {
            $order = Db::row('SELECT * FROM {orders} WHERE intent_id = %s FOR UPDATE', $refund['paymentIntentId']);
            if ($order === null) {
                return;
            }
            $known = Db::row('SELECT * FROM {refunds} WHERE refund_id = %s', $refund['id'])
                ?? Db::row('SELECT * FROM {refunds} WHERE CONCAT(id, nonce) = %s AND order_id = %d AND refund_id IS NULL', self::rowNamed($refund), $order['id']);
            $status = strtolower($refund['status']);
            $failure = $refund['failure']['code'] ?? '';
            if ($known === null) {
                $values = [$order['id'], $refund['amount'], $refund['id'], $status, $failure];
                Db::run("INSERT INTO {refunds} (order_id, amount, refund_id, status, failure, created_at) VALUES (%d, %d, %s, %s, NULLIF(%s, ''), UTC_TIMESTAMP())", ...$values);
            } elseif ($known['refund_id'] === null || !in_array($known['status'], ['completed', 'failed'], true)) {
                Db::run("UPDATE {refunds} SET refund_id = %s, status = %s, failure = NULLIF(%s, '') WHERE id = %d", $refund['id'], $status, $failure, $known['id']);
            }
        });
    }

    /** The sum of the refunds of an order in the statuses, which are a list of SQL. */
    public static function sum(int $orderId, string $statuses = "'completed'"): int
    {
        return (int) Db::row("SELECT coalesce(sum(amount), 0) AS sum FROM {refunds} WHERE order_id = %d AND status IN ($statuses)", $orderId)['sum'];
    }

    /** @param array<string, string|null> $refund */
    private static function send(array $refund): void
    {
        $body = ['amount' => $refund['amount'], 'metadata' => ['shop' => Settings::shopId(), 'refund' => self::nameOf($refund)]];
        $key = implode('-', [Settings::shopId(), 'refund', self::nameOf($refund)]);
        try {
            self::settle(Settings::client()->refunds->create($refund['intent_id'], $body, ['idempotencyKey' => $key]));
        } catch (PaygateApiError $error) {
            // a key that was revoked says nothing of a request whose answer was lost
            ($error->retryable || in_array($error->status, [401, 403], true)) && throw $error;
            Db::run("UPDATE {refunds} SET status = 'failed', failure = %s WHERE id = %d AND status = 'asked'", $error->code, $refund['id']);
        }
    }

    /** What a restored database cannot give to another refund: its id would be that of a refund that Paygate knows. */
    private static function nonce(): string
    {
        return '-' . bin2hex(random_bytes(4));
    }

    /** @param array<string, string|null> $refund */
    private static function nameOf(array $refund): string
    {
        return $refund['id'] . $refund['nonce'];
    }

    /** The name of the row that this shop has given to a refund; '' for a refund of somebody else. @param array<string, mixed> $refund */
    private static function rowNamed(array $refund): string
    {
        $metadata = $refund['metadata'] ?? [];
        return ($metadata['shop'] ?? null) === Settings::shopId() ? (string) ($metadata['refund'] ?? '') : '';
    }

    /** @return array<string, string|null> */
    private static function withPayment(int $id): array
    {
        return Db::row('SELECT r.*, o.intent_id FROM {refunds} r JOIN {orders} o ON o.id = r.order_id WHERE r.id = %d', $id);
    }
}
