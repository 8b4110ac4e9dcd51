<?php

// A shop in PHP: a payment by mobile money to its verified event, its refund, the balance, payouts and events. It prints a JSON document.

declare(strict_types=1);

require getenv('PAYGATE_AUTOLOAD');

use Paygate\Paygate;
use Paygate\PaygateApiError;
use Paygate\SignatureVerificationError;
use Paygate\Webhooks;

$shop = stream_socket_server('tcp://127.0.0.1:' . getenv('SHOP_PORT')) ?: exit(1);
$paygate = new Paygate(getenv('PAYGATE_SECRET_KEY'));
$endpoint = $paygate->webhookEndpoints->create(['url' => 'http://127.0.0.1:' . getenv('SHOP_PORT') . '/webhooks', 'events' => ['*']]);

/** The event, as its delivery is verified. */
$eventOf = function (string $type, string $intentId) use ($shop, $endpoint): array {
    while (true) {
        $socket = stream_socket_accept($shop, 90);
        $headers = [];
        while (($line = trim((string) fgets($socket))) !== '') {
            [$name, $value] = [...explode(': ', $line, 2), ''];
            $headers[strtolower($name)][] = $value;
        }
        $body = stream_get_contents($socket, (int) $headers['content-length'][0]);
        fwrite($socket, "HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
        fclose($socket);
        $event = Webhooks::constructEvent($body, $headers['service-signature'] ?? null, $endpoint['secret']);
        if ($event['type'] !== $type || $event['data']['paymentIntent']['id'] !== $intentId) {
            continue;
        }
        try {
            Webhooks::constructEvent("$body ", $headers['service-signature'], $endpoint['secret']);
        } catch (SignatureVerificationError $error) {
            return $error->fault === 'no_match' ? $event : throw $error;
        }
    }
};

/** What the payment page does, with the publishable key. */
$page = function (string $path, array $body, array $headers): array {
    $lines = ['content-type: application/json', 'x-api-key: ' . getenv('PAYGATE_PUBLISHABLE_KEY'), ...$headers];
    $options = ['method' => 'POST', 'header' => $lines, 'content' => json_encode($body)];
    $context = stream_context_create(['http' => $options, 'ssl' => ['cafile' => getenv('SSL_CERT_FILE')]]);
    return json_decode(file_get_contents(getenv('PAYGATE_BASE_URL') . $path, false, $context), true);
};
$pay = function (array $intent) use ($paygate, $page): void {
    $session = ["x-session-token: $intent[sessionToken]"];
    $earlier = array_column($paygate->testInbox->read()['data'], 'id');
    $sent = $page('/auth/otp/init', ['phoneNumber' => getenv('PHONE'), 'channel' => 'sms', 'intentionId' => $intent['id']], $session);
    do {
        usleep(100_000);
        $new = array_filter($paygate->testInbox->read()['data'], fn (array $each): bool => !in_array($each['id'], $earlier, true));
    } while ($new === []);
    $checked = $page('/auth/otp/verify', ['otpId' => $sent['otpId'], 'otp' => reset($new)['code'], 'intentionId' => $intent['id']], $session);
    $page('/payment/charge', ['intentionId' => $intent['id'], 'paymentMethod' => ['type' => 'mobile_money']], ["authorization: Bearer $checked[token]"]);
};

try {
    $order = ['amount' => '5000', 'currency' => 'XAF', 'reference' => 'walk-' . hrtime(true), 'metadata' => ['note' => 'é']];
    $intent = $paygate->paymentIntents->create($order, ['idempotencyKey' => $order['reference']]);
    $again = $paygate->request('POST', '/gateway', body: $order, options: ['idempotencyKey' => $order['reference']]);
    $again->replayed && $again->data['id'] === $intent['id'] || throw new LogicException('one key has made two payments');
    $pay($intent);
    $completed = $eventOf('payment.completed', $intent['id']);
    $refund = $paygate->refunds->create($intent['id'], ['amount' => '2000'], ['idempotencyKey' => "$order[reference]-refund"]);
    $refunded = $eventOf('refund.completed', $intent['id']);
    [$balance] = $paygate->balance->retrieve()['balances'];
    try {
        $paygate->payouts->create(['destinationId' => 'pd_01m8j18jpxepcv9sn9rxv52x19', 'amount' => '1000']);
        $payout = null;
    } catch (PaygateApiError $error) {
        $payout = $error->code;
    }
    $listed = array_column(iterator_to_array($paygate->events->list(['limit' => 1])), 'id');
    echo json_encode([
        'metadata' => $completed['data']['paymentIntent']['metadata'],
        'refund' => [$refund['amount'], $refunded['data']['refund']['id'] === $refund['id']],
        'balance' => $balance['currency'],
        'payouts' => [$payout, iterator_to_array($paygate->payouts->list())],
        'events' => [in_array($completed['id'], $listed, true), in_array($refunded['id'], $listed, true)],
    ]), "\n";
} finally {
    $paygate->webhookEndpoints->delete($endpoint['id']);
}
