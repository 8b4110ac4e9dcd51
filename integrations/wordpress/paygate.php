<?php
/**
 * Plugin Name: Paygate
 * Description: Sell by mobile money: a button and a block over the payment page and the payment links of your Paygate, with orders, stock and refunds.
 * Version: 0.1.0
 * Requires at least: 6.1
 * Requires PHP: 8.1
 * License: GPL-2.0-or-later
 * License URI: https://www.gnu.org/licenses/old-licenses/gpl-2.0.html
 * Text Domain: paygate
 */

declare(strict_types=1);

namespace PaygateShop;

defined('ABSPATH') || exit;

spl_autoload_register(function (string $class): void {
    $client = __DIR__ . '/client';
    if (str_starts_with($class, __NAMESPACE__ . '\\')) {
        $file = __DIR__ . '/includes/' . substr($class, strlen(__NAMESPACE__) + 1) . '.php';
        is_file($file) && require_once $file;
    } elseif (str_starts_with($class, 'Paygate\\')) {
        foreach (['Errors', 'Api/ErrorClasses', 'Answers', 'Transport', 'Webhooks', 'Client'] as $file) {
            require_once "$client/$file.php";
        }
        $resource = "$client/Api/" . basename(strtr($class, '\\', '/')) . '.php';
        !class_exists($class, false) && is_file($resource) && require_once $resource;
    }
});

register_activation_hook(__FILE__, [Setup::class, 'activate']);
register_deactivation_hook(__FILE__, [Setup::class, 'deactivate']);

Setup::hook();
Items::hook();
Shop::hook();
Webhook::hook();
Lookup::hook();
Settings::hook();
OrdersPage::hook();
