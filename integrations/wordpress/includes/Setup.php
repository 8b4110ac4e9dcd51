<?php

declare(strict_types=1);

namespace PaygateShop;

/** Tables, the page of orders, the languages and the timer. */
final class Setup
{
    private const VERSION = 2;

    public static function hook(): void
    {
        add_action('plugins_loaded', [self::class, 'upgrade']);
        add_filter('gettext_paygate', [self::class, 'translated'], 10, 2);
    }

    public static function activate(): void
    {
        self::tables();
        add_option('paygate_shop_id', bin2hex(random_bytes(8)));
        if (get_post_status((int) get_option('paygate_page')) !== 'publish') {
            $page = ['post_type' => 'page', 'post_status' => 'publish', 'post_name' => 'order', 'post_content' => '[paygate_order]'];
            update_option('paygate_page', wp_insert_post(['post_title' => __('Order', 'paygate')] + $page));
        }
        wp_next_scheduled(Lookup::HOOK) || wp_schedule_event(time(), Lookup::INTERVAL, Lookup::HOOK);
    }

    /** Orders stay: they are the shop's books. */
    public static function deactivate(): void
    {
        wp_clear_scheduled_hook(Lookup::HOOK);
    }

    public static function upgrade(): void
    {
        (int) get_option('paygate_version') === self::VERSION || self::tables();
    }

    /** French beside the English of the sources, for every French of WordPress; a file of translators goes first. */
    public static function translated(string $translation, string $text): string
    {
        static $french = null;
        if ($translation !== $text || !str_starts_with(determine_locale(), 'fr')) {
            return $translation;
        }
        $french ??= require dirname(__DIR__) . '/languages/fr.php';
        return $french[$text] ?? $translation;
    }

    private static function tables(): void
    {
        $collation = $GLOBALS['wpdb']->get_charset_collate();
        // one character set for all columns: $wpdb refuses every text but ASCII for a table that has two
        $exact = "COLLATE {$GLOBALS['wpdb']->charset}_bin";
        Db::run(
            "CREATE TABLE IF NOT EXISTS {orders} (
                id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
                number VARCHAR(80) $exact NULL UNIQUE,
                token CHAR(32) $exact NOT NULL UNIQUE,
                item_id BIGINT UNSIGNED NOT NULL,
                title VARCHAR(200) NOT NULL,
                amount BIGINT UNSIGNED NOT NULL,
                currency CHAR(3) $exact NOT NULL,
                status VARCHAR(10) $exact NOT NULL DEFAULT 'pending',
                intent_id VARCHAR(40) $exact NULL UNIQUE,
                visitor CHAR(64) $exact NULL,
                note VARCHAR(200) NULL,
                created_at DATETIME NOT NULL,
                hold_until DATETIME NOT NULL,
                paid_at DATETIME NULL,
                looked_at DATETIME NULL,
                KEY of_item (item_id, status),
                KEY held (status, hold_until),
                KEY of_visitor (visitor),
                CHECK (amount > 0),
                CHECK (status IN ('pending', 'paid', 'canceled', 'review')),
                CHECK (status <> 'paid' OR (intent_id IS NOT NULL AND paid_at IS NOT NULL))
            ) ENGINE = InnoDB $collation",
        );
        Db::run(
            "CREATE TABLE IF NOT EXISTS {refunds} (
                id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
                order_id BIGINT UNSIGNED NOT NULL,
                token CHAR(32) $exact NULL UNIQUE,
                nonce VARCHAR(10) $exact NOT NULL DEFAULT '',
                amount BIGINT UNSIGNED NOT NULL,
                refund_id VARCHAR(40) $exact NULL UNIQUE,
                status VARCHAR(10) $exact NOT NULL,
                failure VARCHAR(100) NULL,
                created_at DATETIME NOT NULL,
                KEY of_order (order_id),
                CHECK (amount > 0),
                CHECK (status IN ('asked', 'pending', 'completed', 'failed')),
                FOREIGN KEY (order_id) REFERENCES {orders} (id)
            ) ENGINE = InnoDB $collation",
        );
        self::add('orders', 'visitor', "CHAR(64) $exact NULL, ADD KEY of_visitor (visitor)");
        self::add('refunds', 'nonce', "VARCHAR(10) $exact NOT NULL DEFAULT ''");
        update_option('paygate_version', self::VERSION);
    }

    /** Adds a column to a table of an earlier version, unless it is there. */
    private static function add(string $table, string $column, string $definition): void
    {
        $isThere = fn (): bool => Db::rows("SHOW COLUMNS FROM {{$table}} LIKE %s", $column) !== [];
        if ($isThere()) {
            return;
        }
        try {
            Db::run("ALTER TABLE {{$table}} ADD COLUMN $column $definition");
        } catch (\RuntimeException $error) {
            // another request may have added it at the same time
            $isThere() || throw $error;
        }
    }
}
