<?php

declare(strict_types=1);

namespace PaygateShop;

use Paygate\PaygateError;

/** The shop's own view of its orders, with their refunds. */
final class OrdersPage
{
    private const SLUG = 'paygate-orders';
    private const ROWS = 50;

    public static function hook(): void
    {
        add_action('admin_menu', fn () => add_submenu_page('edit.php?post_type=' . Items::TYPE, __('Orders', 'paygate'), __('Orders', 'paygate'), 'manage_options', self::SLUG, [self::class, 'page']));
        add_action('admin_post_paygate_refund', [self::class, 'refund']);
    }

    public static function page(): void
    {
        $before = max(0, (int) ($_GET['before'] ?? 0)) ?: PHP_INT_MAX;
        $orders = Db::rows('SELECT * FROM {orders} WHERE id < %d ORDER BY id DESC LIMIT %d', $before, self::ROWS);
        echo '<div class="wrap"><h1>', esc_html__('Orders', 'paygate'), '</h1>';
        if (isset($_GET['told'])) {
            printf('<div class="notice notice-info"><p>%s</p></div>', esc_html(self::outcome(sanitize_key($_GET['told']))));
        }
        echo '<table class="widefat striped"><thead><tr>';
        foreach ([__('Order', 'paygate'), __('Item', 'paygate'), __('Amount', 'paygate'), __('Status', 'paygate'), __('Refunded', 'paygate'), __('Refund', 'paygate')] as $head) {
            echo '<th scope="col">', esc_html($head), '</th>';
        }
        echo '</tr></thead><tbody>';
        array_map([self::class, 'row'], $orders);
        echo '</tbody></table>';
        if (count($orders) === self::ROWS) {
            printf('<p><a href="%s">%s</a></p>', esc_url(add_query_arg('before', end($orders)['id'], self::address())), esc_html__('Older orders', 'paygate'));
        }
        echo '</div>';
    }

    /** Begins the refund of a form. */
    public static function refund(): void
    {
        current_user_can('manage_options') && check_admin_referer('paygate_refund') || wp_die('', '', 403);
        $given = array_map(fn (mixed $value): string => is_string($value) ? trim(wp_unslash($value)) : '', $_POST);
        $amount = ($given['amount'] ?? '') === '' ? null : Items::wholeNumber($given['amount']);
        if (!preg_match('/^[0-9a-f]{32}$/D', $given['token'] ?? '') || (($given['amount'] ?? '') !== '' && $amount === null)) {
            self::leave('not_whole');
        }
        try {
            Refunds::ask((int) ($given['order'] ?? 0), $amount, $given['token']);
            self::leave('asked');
        } catch (TooMuch) {
            self::leave('too_much');
        } catch (PaygateError) {
            self::leave('later');
        }
    }

    /** @param array<string, string|null> $order */
    private static function row(array $order): void
    {
        $price = fn (int $amount): string => Item::priceText((string) $amount, $order['currency']);
        $left = (int) $order['amount'] - Refunds::sum((int) $order['id'], "'asked', 'pending', 'completed'");
        $status = self::statusText($order['status']) . ($order['note'] === null ? '' : " ($order[note])");
        $cells = [$order['number'], $order['title'], $price((int) $order['amount']), $status, $price(Refunds::sum((int) $order['id']))];
        printf('<tr data-order="%s" data-status="%s">', esc_attr($order['number']), esc_attr($order['status']));
        foreach ($cells as $cell) {
            echo '<td>', esc_html($cell), '</td>';
        }
        echo '<td>';
        $order['intent_id'] !== null && $left > 0 && self::form((int) $order['id'], $order['number']);
        foreach (Db::rows("SELECT * FROM {refunds} WHERE order_id = %d AND status <> 'completed'", $order['id']) as $refund) {
            echo '<br>', esc_html($price((int) $refund['amount']) . ' ' . self::refundText($refund['status']) . ' ' . $refund['failure']);
        }
        echo '</td></tr>';
    }

    private static function form(int $id, string $number): void
    {
        printf('<form method="post" action="%s"><input type="hidden" name="action" value="paygate_refund">', esc_url(admin_url('admin-post.php')));
        wp_nonce_field('paygate_refund');
        printf('<input type="hidden" name="order" value="%d"><input type="hidden" name="token" value="%s">', $id, esc_attr(bin2hex(random_bytes(16))));
        /* translators: %s: the number of an order */
        printf('<input name="amount" inputmode="numeric" size="8" placeholder="%s" aria-label="%s"> ', esc_attr__('all', 'paygate'), esc_attr(sprintf(__('Amount to refund of %s, empty for all', 'paygate'), $number)));
        printf('<button class="button">%s</button></form>', esc_html__('Refund', 'paygate'));
    }

    private static function outcome(string $told): string
    {
        return match ($told) {
            'asked' => __('The refund has begun.', 'paygate'),
            'too_much' => __('Nothing was refunded: less than this amount is left.', 'paygate'),
            'not_whole' => __('Nothing was refunded: write a whole number without a separator.', 'paygate'),
            default => __('Paygate has not answered yet. The refund is repeated each minute until it does.', 'paygate'),
        };
    }

    private static function statusText(string $status): string
    {
        return match ($status) {
            'paid' => __('paid', 'paygate'),
            'canceled' => __('canceled', 'paygate'),
            'review' => __('to be checked', 'paygate'),
            default => __('not paid', 'paygate'),
        };
    }

    private static function refundText(string $status): string
    {
        return match ($status) {
            'failed' => __('not refunded:', 'paygate'),
            default => __('is being refunded', 'paygate'),
        };
    }

    private static function address(): string
    {
        return admin_url('edit.php?post_type=' . Items::TYPE . '&page=' . self::SLUG);
    }

    private static function leave(string $told): never
    {
        wp_safe_redirect(add_query_arg('told', $told, self::address()));
        exit;
    }
}
