<?php

declare(strict_types=1);

namespace PaygateShop;

/** The items for sale, as posts of a type of their own with a price and a stock. */
final class Items
{
    public const TYPE = 'paygate_item';
    public const PRICE = '_paygate_price';
    public const CURRENCY = '_paygate_currency';
    public const STOCK = '_paygate_stock';
    /** They have no smaller unit: a price is a whole number. */
    public const CURRENCIES = ['XAF', 'XOF'];

    public static function hook(): void
    {
        add_action('init', [self::class, 'register']);
        add_action('add_meta_boxes_' . self::TYPE, fn () => add_meta_box('paygate_price', __('Price', 'paygate'), [self::class, 'box'], self::TYPE, 'side'));
        add_action('save_post_' . self::TYPE, [self::class, 'save']);
        add_action('admin_notices', [self::class, 'notice']);
    }

    public static function register(): void
    {
        $labels = ['name' => __('Items for sale', 'paygate'), 'singular_name' => __('Item for sale', 'paygate'), 'add_new_item' => __('New item', 'paygate')];
        $rights = ['capability_type' => 'page', 'map_meta_cap' => true];
        register_post_type(self::TYPE, ['labels' => $labels, 'public' => false, 'show_ui' => true, 'menu_icon' => 'dashicons-cart', 'supports' => ['title']] + $rights);
    }

    public static function box(\WP_Post $post): void
    {
        $value = fn (string $key): string => esc_attr((string) get_post_meta($post->ID, $key, true));
        wp_nonce_field('paygate_item', 'paygate_item_nonce');
        echo '<p><label>', esc_html__('Price', 'paygate'), ' <input name="paygate_price" inputmode="numeric" value="', $value(self::PRICE), '"></label></p>';
        echo '<p><label>', esc_html__('Currency', 'paygate'), ' <select name="paygate_currency">';
        foreach (self::CURRENCIES as $currency) {
            echo '<option', selected($value(self::CURRENCY), $currency, false), '>', esc_html($currency), '</option>';
        }
        echo '</select></label></p><p><label>', esc_html__('Stock, empty for no limit', 'paygate');
        echo ' <input name="paygate_stock" inputmode="numeric" value="', $value(self::STOCK), '"></label></p>';
        printf('<p><code>[paygate_button item="%d"]</code></p>', (int) $post->ID);
    }

    /** Saves what is good and names what is not: a price with cents is never rounded. */
    public static function save(int $id): void
    {
        $nonce = sanitize_key($_POST['paygate_item_nonce'] ?? '');
        if (!wp_verify_nonce($nonce, 'paygate_item') || !current_user_can('edit_post', $id)) {
            return;
        }
        $given = array_map(fn (mixed $value): string => is_string($value) ? trim(wp_unslash($value)) : '', $_POST);
        $price = self::wholeNumber($given['paygate_price'] ?? '');
        $stock = $given['paygate_stock'] ?? '';
        $currency = in_array($given['paygate_currency'] ?? '', self::CURRENCIES, true) ? $given['paygate_currency'] : self::CURRENCIES[0];
        if ($price === null) {
            /* translators: %s: a currency */
            set_transient('paygate_notice_' . get_current_user_id(), sprintf(__('The price was not saved: %s has no cents. Write a whole number without a separator, such as 5000.', 'paygate'), $currency), 60);
        } else {
            update_post_meta($id, self::PRICE, $price);
            update_post_meta($id, self::CURRENCY, $currency);
        }
        preg_match('/^\d{0,9}$/D', $stock) && update_post_meta($id, self::STOCK, $stock);
    }

    /** The digits of an amount; null for anything that is no whole number, or none that a payment may have. Blanks may separate groups of three. */
    public static function wholeNumber(string $text): ?string
    {
        $digits = preg_replace('/(?<=\d)[ \x{a0}\x{202f}](?=\d{3}(?!\d))/u', '', $text) ?? '';
        return preg_match('/^[1-9]\d{0,11}$/D', $digits) ? $digits : null;
    }

    public static function notice(): void
    {
        $name = 'paygate_notice_' . get_current_user_id();
        $text = get_transient($name);
        if (is_string($text)) {
            delete_transient($name);
            echo '<div class="notice notice-error"><p>', esc_html($text), '</p></div>';
        }
    }
}
