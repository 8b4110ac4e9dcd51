<?php

declare(strict_types=1);

namespace PaygateShop;

/** Statements that fail by exception, and transactions. `$wpdb` reports a failed statement by its result alone, which is easily missed. */
final class Db
{
    private const TRIES = 5;
    private const DEADLOCK = 1213;

    public static function table(string $name): string
    {
        return $GLOBALS['wpdb']->prefix . "paygate_$name";
    }

    /** Runs a statement, in which `{orders}` is the table of orders. @return int the rows that it has changed */
    public static function run(string $sql, mixed ...$values): int
    {
        global $wpdb;
        $done = $wpdb->query(self::prepared($sql, $values));
        $done !== false || throw new \RuntimeException("the database has refused a statement: $wpdb->last_error");
        return (int) $done;
    }

    /** @return list<array<string, string|null>> */
    public static function rows(string $sql, mixed ...$values): array
    {
        global $wpdb;
        $rows = $wpdb->get_results(self::prepared($sql, $values), ARRAY_A);
        $wpdb->last_error === '' || throw new \RuntimeException("the database has refused a query: $wpdb->last_error");
        return $rows ?? [];
    }

    /** @return array<string, string|null>|null */
    public static function row(string $sql, mixed ...$values): ?array
    {
        return self::rows($sql, ...$values)[0] ?? null;
    }

    /**
     * Runs `$work` in a transaction, again after a deadlock. A lost connection ends it: `$wpdb` would connect again and run the statement that failed
     * outside of the transaction, whose first half is gone.
     *
     * @template T
     * @param callable(): T $work
     * @return T
     */
    public static function within(callable $work): mixed
    {
        global $wpdb;
        for ($try = 1; ; $try++) {
            // before, because a connection that was idle may be renewed without harm
            self::run('START TRANSACTION');
            $retries = $wpdb->reconnect_retries;
            $wpdb->reconnect_retries = 0;
            try {
                $result = $work();
                self::run('COMMIT');
                return $result;
            } catch (\Throwable $error) {
                $isDeadlock = $wpdb->dbh instanceof \mysqli && $wpdb->dbh->errno === self::DEADLOCK;
                $wpdb->query('ROLLBACK');
                ($isDeadlock && $try < self::TRIES) || throw $error;
            } finally {
                $wpdb->reconnect_retries = $retries;
            }
        }
    }

    /** @param list<mixed> $values */
    private static function prepared(string $sql, array $values): string
    {
        $named = preg_replace_callback('/\{(\w+)\}/', fn (array $found): string => self::table($found[1]), $sql);
        return $values === [] ? $named : $GLOBALS['wpdb']->prepare($named, ...$values);
    }
}
