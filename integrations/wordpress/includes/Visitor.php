<?php

declare(strict_types=1);

namespace PaygateShop;

/**
 * Whoever orders from one address of the internet. A visitor holds a limited stock with a few unpaid orders at a time, so that nobody alone can order
 * the shop empty. The database has a keyed hash of the address, and only as long as the order is not paid.
 */
final class Visitor
{
    private const OPEN_MAX = 10;
    private const LOCK_SECONDS = 10;

    private function __construct(public readonly string $name)
    {
    }

    /** The visitor of this request; null where the address is that of a proxy of the shop, and says nothing of the visitor. */
    public static function current(): ?self
    {
        $address = (string) apply_filters('paygate_visitor_address', (string) ($_SERVER['REMOTE_ADDR'] ?? ''));
        // an address of IPv4 in the form of IPv6
        $address = (string) preg_replace('/^::ffff:(?=[\d.]+$)/iD', '', $address);
        $isPublic = filter_var($address, FILTER_VALIDATE_IP, FILTER_FLAG_NO_PRIV_RANGE | FILTER_FLAG_NO_RES_RANGE) !== false;
        // whoever has an IPv6 address has all of its network
        $network = str_contains($address, ':') ? substr((string) inet_pton($address), 0, 8) : $address;
        return $isPublic ? new self(hash_hmac('sha256', $network, wp_salt())) : null;
    }

    /** Asked within `alone`, else two requests at once may both be the last. */
    public function mayOpenAnother(): bool
    {
        $open = Db::row("SELECT count(*) AS n FROM {orders} WHERE visitor = %s AND status = 'pending'", $this->name);
        return (int) $open['n'] < (int) apply_filters('paygate_open_orders', self::OPEN_MAX);
    }

    /**
     * Runs `$work` while no other request of this visitor does.
     *
     * @template T
     * @param callable(): T $work
     * @return T
     * @throws TooManyOpen for one of so many requests at once that its turn does not come
     */
    public function alone(callable $work): mixed
    {
        $lock = 'paygate-' . substr($this->name, 0, 40);
        Db::row('SELECT GET_LOCK(%s, %d) AS got', $lock, self::LOCK_SECONDS)['got'] === '1' || throw new TooManyOpen();
        try {
            return $work();
        } finally {
            Db::row('SELECT RELEASE_LOCK(%s) AS released', $lock);
        }
    }
}
