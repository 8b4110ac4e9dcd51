<?php

declare(strict_types=1);

namespace PaygateShop;

/**
 * Orders: `pending` until the payment is known, then `paid`, or `canceled` when no payment can arrive any more. `review` is an order whose payment a
 * person has to look at. An order is saved before its payment exists, so whatever is reported about the payment finds it.
 */
final class Orders
{
    /** For how long an order holds its piece of the stock: the payment page takes a payment for as long. */
    public const HOLD_SECONDS = 1800;
    /** After it nobody begins another payment of the order, so that it cannot hold the stock for ever. */
    private const PAYABLE_SECONDS = 5400;

    /**
     * Places the order of a form, once: a second click gets the order of the first.
     *
     * @return array<string, string|null>
     * @throws SoldOut
     * @throws TooManyOpen
     */
    public static function place(Item $item, string $token): array
    {
        $visitor = $item->stock === null ? null : Visitor::current();
        return $visitor === null ? self::saved($item, $token, null) : $visitor->alone(fn (): array => self::saved($item, $token, $visitor));
    }

    /** True while a payment of an order can begin. @param array<string, string|null> $order */
    public static function isPayable(array $order): bool
    {
        return $order['status'] === 'pending' && strtotime("$order[created_at] UTC") > time() - self::PAYABLE_SECONDS;
    }

    /** @return array<string, string|null> */
    private static function saved(Item $item, string $token, ?Visitor $visitor): array
    {
        return Db::within(function () use ($item, $token, $visitor): array {
            // the row of the item orders those who want the last piece
            Db::row("SELECT ID FROM {$GLOBALS['wpdb']->posts} WHERE ID = %d FOR UPDATE", $item->id);
            $known = self::ofToken($token);
            if ($known !== null) {
                return $known;
            }
            $taken = Db::row("SELECT count(*) AS n FROM {orders} WHERE item_id = %d AND status <> 'canceled'", $item->id);
            ($item->stock === null || (int) $taken['n'] < $item->stock) || throw new SoldOut();
            ($visitor?->mayOpenAnother() ?? true) || throw new TooManyOpen();
            Db::run(
                "INSERT INTO {orders} (token, item_id, title, amount, currency, visitor, created_at, hold_until)
                 VALUES (%s, %d, %s, %d, %s, NULLIF(%s, ''), UTC_TIMESTAMP(), UTC_TIMESTAMP() + INTERVAL %d SECOND)",
                ...[$token, $item->id, $item->title, $item->amount, $item->currency, $visitor->name ?? '', self::HOLD_SECONDS],
            );
            $id = (int) $GLOBALS['wpdb']->insert_id;
            // a database that was restored from a backup gives the id again, and Paygate knows the payments of the order that had it before
            $number = Settings::prefix() . $id . '-' . bin2hex(random_bytes(4));
            Db::run('UPDATE {orders} SET number = %s WHERE id = %d', $number, $id);
            return self::ofToken($token);
        });
    }

    /** @return array<string, string|null>|null */
    public static function ofToken(string $token): ?array
    {
        return Db::row('SELECT * FROM {orders} WHERE token = %s', $token);
    }

    /** @return array<string, string|null>|null */
    public static function ofId(int $id): ?array
    {
        return Db::row('SELECT * FROM {orders} WHERE id = %d', $id);
    }

    /** Holds the stock for another payment; false when the order is not pending any more, or was placed too long ago. */
    public static function hold(int $id): bool
    {
        // one second more than the timer may have read, so that it sees the change
        $until = 'LEAST(GREATEST(hold_until + INTERVAL 1 SECOND, UTC_TIMESTAMP() + INTERVAL %d SECOND), created_at + INTERVAL %d SECOND)';
        $isPayable = "status = 'pending' AND created_at > UTC_TIMESTAMP() - INTERVAL %d SECOND";
        $seconds = [self::HOLD_SECONDS, self::PAYABLE_SECONDS + self::HOLD_SECONDS];
        Db::run("UPDATE {orders} SET hold_until = $until WHERE id = %d AND $isPayable", ...[...$seconds, $id, self::PAYABLE_SECONDS]);
        return self::isPayable(self::ofId($id));
    }

    /**
     * Takes over what is known about a payment of this shop; of others nothing.
     *
     * @param array<string, mixed> $intent
     * @throws UnknownOrder for a payment whose order is not in the database, so that the event comes again
     */
    public static function settle(array $intent): void
    {
        if (($intent['metadata']['shop'] ?? null) !== Settings::shopId()) {
            return;
        }
        Db::within(function () use ($intent): void {
            $order = Db::row('SELECT * FROM {orders} WHERE number = %s FOR UPDATE', (string) ($intent['metadata']['order'] ?? ''));
            $order !== null || throw new UnknownOrder();
            if ($intent['status'] === 'COMPLETED' && $order['intent_id'] !== $intent['id']) {
                self::pay($order, $intent);
            }
        });
    }

    /** Cancels an order whose hold has ended, unless somebody has come back to pay it since it was read. @param array<string, string|null> $order */
    public static function cancel(array $order): void
    {
        Db::run("UPDATE {orders} SET status = 'canceled', visitor = NULL WHERE id = %d AND status = 'pending' AND hold_until = %s", $order['id'], $order['hold_until']);
    }

    /** @param array<string, string|null> $order @param array<string, mixed> $intent */
    private static function pay(array $order, array $intent): void
    {
        $isOwed = $order['amount'] === $intent['amount'] && $order['currency'] === $intent['currency'];
        if ($order['intent_id'] !== null) {
            Db::run('UPDATE {orders} SET note = %s WHERE id = %d', "paid again: $intent[id]", $order['id']);
            return;
        }
        $note = match (true) {
            !$isOwed => "paid $intent[amount] $intent[currency]",
            $order['status'] === 'canceled' => 'paid after it was canceled',
            default => '',
        };
        Db::run(
            "UPDATE {orders} SET status = %s, intent_id = %s, visitor = NULL, paid_at = UTC_TIMESTAMP(), note = NULLIF(%s, '') WHERE id = %d",
            ...[$note === '' ? 'paid' : 'review', $intent['id'], $note, $order['id']],
        );
    }
}
