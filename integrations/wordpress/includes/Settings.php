<?php

declare(strict_types=1);

namespace PaygateShop;

use Paygate\Paygate;
use Paygate\PaygateError;

/** The connection to a Paygate. Constants of wp-config.php with the names of the variables, such as PAYGATE_SECRET_KEY, go before what is saved. */
final class Settings
{
    private const GROUP = 'paygate';
    private const EVENTS = ['payment.*', 'refund.*'];
    private static ?Paygate $client = null;

    public static function hook(): void
    {
        add_action('admin_menu', fn () => add_options_page('Paygate', 'Paygate', 'manage_options', self::GROUP, [self::class, 'page']));
        add_action('admin_post_paygate_settings', [self::class, 'save']);
    }

    public static function client(): Paygate
    {
        return self::$client ??= new Paygate(self::value('secret_key'), baseUrl: self::value('base_url') ?: null, timeout: 15, deadline: 25);
    }

    public static function isComplete(): bool
    {
        return self::value('secret_key') !== '' && self::value('base_url') !== '';
    }

    public static function webhookSecret(): string
    {
        return self::value('webhook_secret');
    }

    /** The mode of the secret key. */
    public static function mode(): string
    {
        return str_contains(self::value('secret_key'), '_live_') ? 'live' : 'test';
    }

    /** Names this shop in each payment: one account may have several shops. */
    public static function shopId(): string
    {
        return (string) get_option('paygate_shop_id');
    }

    /** The beginning of each order number, which is the reference of the payment: two shops of one account need two. */
    public static function prefix(): string
    {
        return (string) get_option('paygate_prefix', '') ?: sanitize_title((string) wp_parse_url(home_url(), PHP_URL_HOST)) . '-';
    }

    public static function page(): void
    {
        echo '<div class="wrap"><h1>Paygate</h1>';
        $told = get_transient('paygate_told_' . get_current_user_id());
        if (is_array($told)) {
            delete_transient('paygate_told_' . get_current_user_id());
            printf('<div class="notice notice-%s"><p>%s</p></div>', esc_attr($told[0]), esc_html($told[1]));
        }
        echo '<form method="post" action="', esc_url(admin_url('admin-post.php')), '"><input type="hidden" name="action" value="paygate_settings">';
        wp_nonce_field('paygate_settings');
        echo '<table class="form-table">';
        self::row('base_url', __('Address of Paygate', 'paygate'), 'url', self::value('base_url'));
        self::row('secret_key', __('Secret key', 'paygate'), 'password', '', self::ending('secret_key'));
        self::row('webhook_secret', __('Secret of the webhook endpoint', 'paygate'), 'password', '', self::ending('webhook_secret'));
        self::row('prefix', __('Beginning of order numbers', 'paygate'), 'text', self::prefix());
        echo '</table><p>', esc_html__('Without a secret of the webhook endpoint, saving creates the endpoint at this address:', 'paygate'), ' <code>', esc_html(Webhook::address()), '</code></p>';
        submit_button();
        echo '</form></div>';
    }

    public static function save(): void
    {
        current_user_can('manage_options') && check_admin_referer('paygate_settings') || wp_die('', '', 403);
        $before = [self::mode(), self::value('base_url')];
        foreach (['base_url', 'secret_key', 'webhook_secret', 'prefix'] as $name) {
            $given = trim((string) wp_unslash($_POST["paygate_$name"] ?? ''));
            // secrets are not shown again: an empty field leaves them as they are
            $given === '' || update_option("paygate_$name", $name === 'prefix' ? substr(sanitize_text_field($given), 0, 40) : $given, false);
        }
        if ($before !== [self::mode(), self::value('base_url')]) {
            // both belong to what was connected before
            delete_option('paygate_cursor');
            empty($_POST['paygate_webhook_secret']) && delete_option('paygate_webhook_secret');
        }
        self::$client = null;
        set_transient('paygate_told_' . get_current_user_id(), self::connect(), 60);
        wp_safe_redirect(admin_url('options-general.php?page=' . self::GROUP));
        exit;
    }

    /** Tries the key, and creates the endpoint where none is known. @return array{string, string} the kind of the notice and its text */
    private static function connect(): array
    {
        try {
            if (get_option('paygate_cursor') === false) {
                $newest = self::client()->events->list(['limit' => 1])->first()['data'];
                update_option('paygate_cursor', $newest[0]['id'] ?? '', false);
            }
            if (self::webhookSecret() === '') {
                $endpoint = self::client()->webhookEndpoints->create(['url' => Webhook::address(), 'events' => self::EVENTS]);
                update_option('paygate_webhook_secret', $endpoint['secret'], false);
            }
            return ['success', __('Saved. Paygate answers.', 'paygate')];
        } catch (PaygateError | \InvalidArgumentException $error) {
            return ['error', $error->getMessage()];
        }
    }

    private static function value(string $name): string
    {
        $constant = 'PAYGATE_' . strtoupper($name);
        return defined($constant) ? (string) constant($constant) : (string) get_option("paygate_$name", '');
    }

    private static function ending(string $name): string
    {
        return self::value($name) === '' ? '' : '…' . substr(self::value($name), -4);
    }

    private static function row(string $name, string $label, string $type, string $value, string $shown = ''): void
    {
        printf('<tr><th scope="row"><label for="paygate_%1$s">%2$s</label></th><td>', esc_attr($name), esc_html($label));
        printf('<input class="regular-text" id="paygate_%1$s" name="paygate_%1$s" type="%2$s" value="%3$s" placeholder="%4$s" autocomplete="off">', esc_attr($name), esc_attr($type), esc_attr($value), esc_attr($shown));
        echo '</td></tr>';
    }
}
