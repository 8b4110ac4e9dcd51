<?php

declare(strict_types=1);

namespace PaygateShop;

use Paygate\PaygateError;

/**
 * The pages that visitors see: buttons on any page, and one page on which an item is ordered and an order is looked at. Pages with buttons may be cached; the page
 * of orders is not, and a form on it names its order, so two tabs have two orders and two clicks have one.
 */
final class Shop
{
    private const TOKEN = '/^[0-9a-f]{32}$/D';
    private const LOOK_SECONDS = 2;
    private static string $told = '';

    public static function hook(): void
    {
        add_action('init', [self::class, 'register']);
        add_shortcode('paygate_button', [self::class, 'button']);
        add_shortcode('paygate_order', [self::class, 'page']);
        add_action('template_redirect', [self::class, 'act']);
    }

    public static function register(): void
    {
        register_block_type(dirname(__DIR__) . '/block', ['render_callback' => [self::class, 'button']]);
        $texts = ['Button of Paygate', 'Number of the item', 'Or the address of a payment link', 'Text of the button'];
        // scripts do not pass the filter that gives this plug-in its French
        $translated = ['' => (object) []] + array_combine($texts, array_map(fn (string $text): array => [translate($text, 'paygate')], $texts));
        wp_add_inline_script('paygate-button-editor-script', 'wp.i18n.setLocaleData(' . wp_json_encode($translated) . ", 'paygate');", 'before');
    }

    /** A button for an item of the shop, or for a payment link. @param array<string, mixed>|string $given */
    public static function button(array|string $given): string
    {
        $given = (array) $given;
        $link = (string) ($given['link'] ?? '');
        $item = Item::find((int) ($given['item'] ?? 0));
        $target = match (true) {
            $link !== '' => str_starts_with($link, 'https://') ? $link : '',
            $item !== null => add_query_arg('paygate_item', $item->id, self::address()),
            default => '',
        };
        if ($target === '') {
            return current_user_can('edit_posts') ? '<p>' . esc_html__('This button of Paygate has neither an item with a price nor a payment link.', 'paygate') . '</p>' : '';
        }
        $text = (string) ($given['text'] ?? '') ?: __('Buy', 'paygate');
        return sprintf('<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="%s">%s</a></div>', esc_url($target), esc_html($text));
    }

    /** @param array<string, string|null> $order */
    public static function addressOf(array $order): string
    {
        return add_query_arg('paygate_order', $order['token'], self::address());
    }

    /** Carries out what a form of the page asks for, before anything of the page is sent. */
    public static function act(): void
    {
        $page = (int) get_option('paygate_page');
        // 0 would be every page
        if ($page === 0 || !is_page($page)) {
            return;
        }
        defined('DONOTCACHEPAGE') || define('DONOTCACHEPAGE', true);
        nocache_headers();
        header('referrer-policy: same-origin'); // the address of an order is for its customer alone
        $token = self::given($_POST, 'paygate_token');
        if ($_SERVER['REQUEST_METHOD'] !== 'POST' || !preg_match(self::TOKEN, $token)) {
            return;
        }
        $item = Item::find((int) self::given($_POST, 'paygate_item'));
        try {
            $order = Orders::ofToken($token) ?? ($item !== null && self::agrees($item) ? Orders::place($item, $token) : null);
            $order === null || self::leave(Payments::pageOf($order) ?? self::addressOf($order));
        } catch (SoldOut) {
            self::$told = __('This item is sold out.', 'paygate');
        } catch (TooManyOpen) {
            self::$told = __('You have many orders that are not paid. Pay one of them, or try again in half an hour.', 'paygate');
        } catch (PaygateError | \InvalidArgumentException $error) {
            error_log("paygate: {$error->getMessage()}");
            self::$told = __('The payment cannot begin at the moment. Nothing was paid. Please try again.', 'paygate');
        }
    }

    /** The page: the order that the address names, or the item, or what to do. */
    public static function page(): string
    {
        $token = self::given($_REQUEST, 'paygate_order') ?: self::given($_POST, 'paygate_token');
        $order = preg_match(self::TOKEN, $token) ? Orders::ofToken($token) : null;
        $told = self::$told === '' ? '' : '<p role="alert"><strong>' . esc_html(self::$told) . '</strong></p>';
        if ($order !== null) {
            return $told . self::orderText(self::lookedUp($order));
        }
        $item = Item::find((int) self::given($_REQUEST, 'paygate_item'));
        return $told . ($item === null ? '<p>' . esc_html__('This item is not for sale.', 'paygate') . '</p>' : self::itemForm($item));
    }

    private static function address(): string
    {
        return (string) get_permalink((int) get_option('paygate_page'));
    }

    /** @param array<string, mixed> $from */
    private static function given(array $from, string $name): string
    {
        return is_string($from[$name] ?? null) ? $from[$name] : '';
    }

    /** True when the form has shown the price of now. A form that was opened before a change shows the new one and asks again. */
    private static function agrees(Item $item): bool
    {
        $agrees = self::given($_POST, 'paygate_price') === "$item->amount $item->currency";
        self::$told = $agrees ? '' : __('The price has changed since you opened this page.', 'paygate');
        return $agrees;
    }

    private static function leave(string $address): never
    {
        // the payment page is on another host, which wp_safe_redirect refuses
        wp_redirect($address, 303);
        exit;
    }

    /** The order after a look at its payment, at most every two seconds. @param array<string, string|null> $order @return array<string, string|null> */
    private static function lookedUp(array $order): array
    {
        $due = 'looked_at IS NULL OR looked_at < UTC_TIMESTAMP() - INTERVAL %d SECOND';
        if ($order['status'] !== 'pending' || Db::run("UPDATE {orders} SET looked_at = UTC_TIMESTAMP() WHERE id = %d AND ($due)", $order['id'], self::LOOK_SECONDS) === 0) {
            return $order;
        }
        try {
            $known = Payments::known($order);
            $isBeingPaid = in_array('PROCESSING', array_column($known, 'status'), true);
            return ['being_paid' => $isBeingPaid ? '1' : null] + Orders::ofId((int) $order['id']);
        } catch (PaygateError | \InvalidArgumentException $error) {
            error_log("paygate: {$error->getMessage()}");
            return $order;
        }
    }

    /** @param array<string, string|null> $order */
    private static function orderText(array $order): string
    {
        $text = match (true) {
            $order['status'] === 'paid' => __('Thank you, your order is paid.', 'paygate'),
            $order['status'] === 'canceled' => __('This order was canceled. Nothing was paid.', 'paygate'),
            $order['status'] === 'review' => __('Your payment has arrived. We are checking it and will contact you.', 'paygate'),
            isset($order['being_paid']) => __('Your payment is being confirmed. Please do not pay again.', 'paygate'),
            !Orders::isPayable($order) => __('The time to pay this order is over. Nothing was paid. Please order again.', 'paygate'),
            default => __('This order is not paid yet.', 'paygate'),
        };
        /* translators: %s: the number of an order */
        $number = sprintf(__('Order %s', 'paygate'), $order['number']);
        $shown = sprintf('<h2>%s</h2><p>%s, %s</p><p role="status">%s</p>', esc_html($number), esc_html($order['title']), esc_html(Item::priceText($order['amount'], $order['currency'])), esc_html($text));
        return Orders::isPayable($order) && !isset($order['being_paid']) ? $shown . self::form(__('Pay', 'paygate'), ['paygate_token' => $order['token']]) : $shown;
    }

    private static function itemForm(Item $item): string
    {
        $fields = ['paygate_item' => (string) $item->id, 'paygate_token' => bin2hex(random_bytes(16)), 'paygate_price' => "$item->amount $item->currency"];
        return sprintf('<h2>%s</h2><p>%s</p>', esc_html($item->title), esc_html(Item::priceText($item->amount, $item->currency))) . self::form(__('Pay', 'paygate'), $fields);
    }

    /** @param array<string, string> $fields */
    private static function form(string $text, array $fields): string
    {
        $inputs = '';
        foreach ($fields as $name => $value) {
            $inputs .= sprintf('<input type="hidden" name="%s" value="%s">', esc_attr($name), esc_attr($value));
        }
        return sprintf('<form method="post" action="%s">%s<button class="wp-element-button">%s</button></form>', esc_url(self::address()), $inputs, esc_html($text));
    }
}
