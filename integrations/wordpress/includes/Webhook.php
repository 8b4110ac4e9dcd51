<?php

declare(strict_types=1);

namespace PaygateShop;

use Paygate\SignatureVerificationError;
use Paygate\Webhooks;

/** The address to which events are delivered. An answer other than 2xx brings the event again. */
final class Webhook
{
    public static function hook(): void
    {
        add_action('rest_api_init', fn () => register_rest_route('paygate/v1', '/events', [
            'methods' => 'POST',
            'callback' => [self::class, 'receive'],
            'permission_callback' => '__return_true', // the signature is the permission
        ]));
    }

    public static function address(): string
    {
        // this form works with and without pretty permalinks
        return home_url('/?rest_route=/paygate/v1/events');
    }

    public static function receive(\WP_REST_Request $request): \WP_REST_Response
    {
        try {
            $event = Webhooks::constructEvent($request->get_body(), $request->get_header('service-signature'), Settings::webhookSecret());
        } catch (SignatureVerificationError $error) {
            return new \WP_REST_Response(['fault' => $error->fault], 400);
        } catch (\InvalidArgumentException) {
            return new \WP_REST_Response(['fault' => 'no_secret'], 503);
        }
        try {
            self::apply($event);
        } catch (UnknownOrder) {
            return new \WP_REST_Response(['fault' => 'unknown_order'], 503);
        }
        return new \WP_REST_Response(['received' => true]);
    }

    /** Takes over an event, whether it was delivered or read. It may come twice and in any order. @param array<string, mixed> $event */
    public static function apply(array $event): void
    {
        // an endpoint of test mode, left behind when the key became a live one, must pay no order
        if (($event['mode'] ?? null) !== Settings::mode()) {
            return;
        }
        $data = $event['data'] ?? [];
        isset($data['paymentIntent']['metadata']) && Orders::settle($data['paymentIntent']);
        isset($data['refund']) && Refunds::settle($data['refund']);
    }
}
