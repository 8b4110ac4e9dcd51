<?php

declare(strict_types=1);

namespace PaygateShop;

/** Something for sale. */
final class Item
{
    /** @param ?int $stock null where there is no end of it */
    private function __construct(
        public readonly int $id,
        public readonly string $title,
        public readonly string $amount,
        public readonly string $currency,
        public readonly ?int $stock,
    ) {
    }

    /** The item that is published under an id, if it has a price. */
    public static function find(int $id): ?self
    {
        $post = get_post($id);
        $amount = (string) get_post_meta($id, Items::PRICE, true);
        if ($post === null || $post->post_type !== Items::TYPE || $post->post_status !== 'publish' || $amount === '') {
            return null;
        }
        $stock = (string) get_post_meta($id, Items::STOCK, true);
        $currency = (string) get_post_meta($id, Items::CURRENCY, true);
        return new self($id, mb_substr(wp_strip_all_tags($post->post_title), 0, 200), $amount, $currency, $stock === '' ? null : (int) $stock);
    }

    /** As people read it: 5 000 FCFA. */
    public static function priceText(string $amount, string $currency): string
    {
        $separator = str_starts_with(determine_locale(), 'fr') ? "\u{202f}" : ',';
        return number_format((float) $amount, 0, '', $separator) . "\u{a0}" . 'FCFA'; // of both currencies
    }
}
