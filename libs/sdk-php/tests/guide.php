<?php

// The samples of the guide, in both languages, and of the README, as they are written.

declare(strict_types=1);

use Paygate\Webhooks;

$samplesOf = function (string $file): array {
    preg_match_all('/^```php\n<\?php\n(.*?)^```$/ms', file_get_contents($file), $found);
    return str_replace("require 'vendor/autoload.php';\n", '', $found[1]);
};
$body = '{"id":"evt_1","type":"payment.completed","data":{"paymentIntent":{"id":"pi_1","metadata":{"note":"é"}}}}';
$samples = $samplesOf("$guides/php.md");
test('both languages have the same samples', fn () => same([$samplesOf("$guides/fr/php.md"), count($samples)], [$samples, 7]));

$GLOBALS['fulfilled'] = [];
function fulfil(string $id): void
{
    $GLOBALS['fulfilled'][] = $id;
}

test('the calls of the guide and the README run', function () use ($samples, $samplesOf, $script, $seen): void {
    $intent = ['id' => 'pi_1', 'checkoutUrl' => 'https://pay.example', 'reference' => 'order-1042', 'amount' => '5000'];
    $page = ['body' => ['data' => [$intent + ['status' => 'PENDING']], 'hasMore' => false, 'nextCursor' => null]];
    $balance = ['body' => ['balances' => [['available' => '1', 'currency' => 'XAF']]]];
    $refund = ['body' => ['id' => 're_1', 'status' => 'PENDING']];
    $script([['body' => $intent], $refund, $page, $balance, $page, ['problem' => ['status' => 404, 'code' => 'intent_not_found', 'retryable' => false]]]);
    putenv('PAYGATE_SECRET_KEY=' . KEY);
    putenv('PAYGATE_BASE_URL=' . GATEWAY);
    ob_start();
    foreach (array_filter($samples, fn (string $each): bool => !str_contains($each, 'Webhooks')) as $sample) {
        eval($sample);
    }
    $calls = array_map(fn (array $each): string => "$each[method] $each[url]", $seen());
    $printed = ob_get_clean();
    same($calls, ['POST /gateway', 'POST /gateway/pi_1/refunds', 'GET /gateway?status=COMPLETED&limit=100', 'GET /balance', 'GET /payouts?limit=10', 'GET /gateway/pi_1']);
    same($printed, "re_1 PENDING\norder-1042 5000\n1 XAF\npi_1 PENDING\nintent_not_found  req_1\n");
    $readme = __DIR__ . '/../README.md';
    $script([['body' => $intent], $page, $page, ['body' => $intent]]);
    ob_start();
    foreach (array_slice($samplesOf($readme), 0, 3) as $sample) {
        eval($sample);
    }
    same([ob_get_clean(), count($samplesOf($readme))], ["pi_1 https://pay.example\npi_1 5000\n200 req_1\n", 4]);
});

require __DIR__ . '/subjects.php';

/** What a route answers to a body with a header. */
$judgedBy = function (callable $route) use ($body): void {
    $header = Webhooks::generateTestHeader($body, SECRET);
    $other = Webhooks::generateTestHeader($body, 'whsec_' . str_repeat('A', 43) . '=');
    $old = Webhooks::generateTestHeader($body, SECRET, 1_767_225_600);
    $GLOBALS['fulfilled'] = [];
    same([$route($body, $header), $GLOBALS['fulfilled']], [200, ['evt_1']]);
    foreach ([["$body ", $header], [$body, null], [$body, $old], [$body, $other], [$body, "$header,$header"]] as $forged) {
        same($route(...$forged), 400);
    }
    same($GLOBALS['fulfilled'], ['evt_1']);
};
putenv('PAYGATE_WEBHOOK_SECRET=' . SECRET);
if (getenv('FRAMEWORKS')) {
    test('the route of Symfony and Laravel takes a good delivery and refuses forged ones', function () use ($samples, $judgedBy): void {
        [$sample] = array_values(array_filter($samples, fn (string $each): bool => str_contains($each, 'Symfony')));
        eval($sample);
        foreach (['Symfony\Component\HttpFoundation\Request', 'Illuminate\Http\Request'] as $class) {
            $judgedBy(function (string $body, ?string $header) use ($class): int {
                $request = $class::create('/webhooks', 'POST', content: $body);
                $header === null || $request->headers->set('service-signature', $header);
                return receive($request)->getStatusCode();
            });
        }
    });
}
test('the page of plain PHP takes a good delivery and refuses forged ones', function () use ($samples, $judgedBy, $folder): void {
    [$sample] = array_values(array_filter($samples, fn (string $each): bool => str_contains($each, 'http_response_code')));
    $autoload = var_export(getenv('PAYGATE_AUTOLOAD') ?: __DIR__ . '/sources.php', true);
    file_put_contents("$folder/webhook.php", "<?php require $autoload; function fulfil(\$id) { file_put_contents('$folder/fulfilled', \$id); }\n$sample");
    $port = (int) explode(':', stream_socket_get_name(stream_socket_server('tcp://127.0.0.1:0'), false))[1];
    $shop = proc_open([PHP_BINARY, '-S', "127.0.0.1:$port", "$folder/webhook.php"], [1 => ['file', '/dev/null', 'w'], 2 => ['file', '/dev/null', 'w']], $pipes);
    while (!@fsockopen('127.0.0.1', $port)) {
        usleep(20_000);
    }
    try {
        $judgedBy(function (string $body, ?string $header) use ($port, $folder): int {
            $headers = ['content-type: application/json', ...($header === null ? [] : ["service-signature: $header"])];
            $context = stream_context_create(['http' => ['method' => 'POST', 'header' => $headers, 'content' => $body, 'ignore_errors' => true]]);
            file_get_contents("http://127.0.0.1:$port/", false, $context);
            if (file_exists("$folder/fulfilled")) {
                fulfil(file_get_contents("$folder/fulfilled"));
                unlink("$folder/fulfilled");
            }
            return (int) explode(' ', $http_response_header[0])[1];
        });
    } finally {
        proc_terminate($shop);
    }
});
