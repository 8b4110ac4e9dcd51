<?php

declare(strict_types=1);

namespace PaygateShop;

/**
 * The timer: reads the events that were not delivered, repeats what had no answer, and cancels what nobody pays. It runs each minute when the site is
 * visited, or when the system calls wp-cron.php.
 */
final class Lookup
{
    public const HOOK = 'paygate_look_up';
    public const INTERVAL = 'paygate_minute';
    private const EVENTS_MAX = 1000;
    private const SECONDS = 40;

    public static function hook(): void
    {
        add_filter('cron_schedules', fn (array $schedules): array => $schedules + [self::INTERVAL => ['interval' => 60, 'display' => 'Paygate']]);
        add_action(self::HOOK, [self::class, 'run']);
    }

    public static function run(): void
    {
        if (!Settings::isComplete()) {
            return;
        }
        $overdue = "SELECT * FROM {orders} WHERE status = 'pending' AND hold_until < UTC_TIMESTAMP() ORDER BY hold_until LIMIT 1000";
        self::attempt(fn () => self::readEvents());
        self::attempt(fn () => self::each(Refunds::open(), Refunds::lookUp(...)));
        self::attempt(fn () => self::each(Db::rows($overdue), Payments::end(...)));
    }

    /** Works until the next minute's run is near; what is left then is its part. @param list<array<string, string|null>> $rows */
    private static function each(array $rows, callable $work): void
    {
        $end = microtime(true) + self::SECONDS;
        foreach ($rows as $row) {
            if (microtime(true) > $end) {
                return;
            }
            self::attempt(fn () => $work($row));
        }
    }

    /** Runs a part of the timer. Its fault keeps no other part from running, and the next minute tries again. */
    private static function attempt(callable $work): void
    {
        try {
            $work();
        } catch (\Throwable $error) {
            error_log("paygate: {$error->getMessage()}");
        }
    }

    /** The events after the last one that was read, oldest first, so that a fault leaves no gap. */
    private static function readEvents(): void
    {
        for ($read = 0; $read < self::EVENTS_MAX; $read += count($page)) {
            $cursor = (string) get_option('paygate_cursor', '');
            $page = Settings::client()->events->list($cursor === '' ? ['limit' => 100] : ['limit' => 100, 'endingBefore' => $cursor])->first()['data'];
            foreach (array_reverse($page) as $event) {
                try {
                    Webhook::apply($event);
                } catch (UnknownOrder) {
                    error_log("paygate: the order of $event[id] is not in the database");
                }
                update_option('paygate_cursor', $event['id'], false);
            }
            if ($page === [] || $cursor === '') {
                return;
            }
        }
    }
}
