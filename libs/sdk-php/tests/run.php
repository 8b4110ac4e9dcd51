<?php

// The tests of the client: php tests/run.php. Without PAYGATE_AUTOLOAD they load the sources; it names the autoloader of an installation, such as
// vendor/autoload.php. FRAMEWORKS names a file that loads Symfony, Laravel, Guzzle and Nyholm's PSR-7, which the tests of frameworks then use.

declare(strict_types=1);

use Paygate\CurlTransport;
use Paygate\Paygate;
use Paygate\PaygateError;
use Paygate\Psr18Transport;
use Paygate\SignatureVerificationError;
use Paygate\Transport;
use Paygate\Webhooks;

const KEY = 'sk_test_not_a_real_key';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

error_reporting(E_ALL);
set_error_handler(fn (int $kind, string $message, string $file, int $line) => (error_reporting() & $kind) && !str_starts_with($file, '/usr/share/php') ? throw new ErrorException($message, 0, $kind, $file, $line) : false);
require getenv('PAYGATE_AUTOLOAD') ?: __DIR__ . '/sources.php';
if (getenv('FRAMEWORKS')) {
    require getenv('FRAMEWORKS');
}
$vectors = fn (string $name): array => json_decode(file_get_contents((getenv('CONFORMANCE_FOLDER') ?: __DIR__ . '/../../conformance') . "/$name.json"), true);

$folder = sys_get_temp_dir() . '/paygate-php-' . bin2hex(random_bytes(6));
mkdir($folder);
file_put_contents("$folder/seen.json", '[]');
$gateway = proc_open([PHP_BINARY, __DIR__ . '/scripted-gateway.php', $folder], [], $pipes);
while (!file_exists("$folder/address") || file_get_contents("$folder/address") === '') {
    usleep(10_000);
}
define('GATEWAY', 'http://' . file_get_contents("$folder/address"));
$script = function (array $answers) use ($folder): void {
    file_put_contents("$folder/answers.json", json_encode($answers));
    file_put_contents("$folder/seen.json", '[]');
};
$seen = fn (): array => json_decode(file_get_contents("$folder/seen.json"), true);

$passed = 0;
$failed = 0;
function test(string $name, callable $proves): void
{
    global $passed, $failed;
    try {
        $proves();
        $passed++;
    } catch (Throwable $error) {
        $failed++;
        echo "failed: $name\n$error\n";
    }
}
function same(mixed $actual, mixed $expected): void
{
    if ($actual !== $expected) {
        throw new LogicException('expected ' . var_export($expected, true) . ' and not ' . var_export($actual, true));
    }
}
function page(array $ids, ?string $cursor): array
{
    return ['body' => ['data' => array_map(fn (string $id): array => ['id' => $id], $ids), 'hasMore' => $cursor !== null, 'nextCursor' => $cursor]];
}
function raised(callable $does, string $class): Throwable
{
    try {
        $does();
    } catch (Throwable $error) {
        return $error instanceof $class ? $error : throw $error;
    }
    throw new LogicException("no $class was thrown");
}

$verdict = function (callable $construct): string {
    try {
        same(isset($construct()['id']), true);
        return 'accepted';
    } catch (SignatureVerificationError $error) {
        return $error->fault;
    } catch (InvalidArgumentException | TypeError) {
        return 'misuse';
    }
};
$deliveries = $vectors('deliveries');
test('there are deliveries', fn () => same(count($deliveries) > 40, true));
foreach ($deliveries as $vector) {
    $tolerance = $vector['toleranceSeconds'] ?? 10 ** 10;
    test("$vector[name] is $vector[verdict]", fn () => same(
        $verdict(fn () => Webhooks::constructEvent($vector['body'], $vector['header'], $vector['secrets'], $tolerance)),
        $vector['verdict'],
    ));
    if (!getenv('FRAMEWORKS') || !is_string($vector['body']) || preg_match('/[^\x20-\x7e]/', implode((array) $vector['header']))) {
        continue;
    }
    foreach (['Symfony\Component\HttpFoundation\Request', 'Illuminate\Http\Request'] as $class) {
        $request = $class::create('/webhooks', 'POST', content: $vector['body']);
        $vector['header'] === null || $request->headers->set('service-signature', $vector['header']);
        test("$vector[name] by $class", fn () => same($verdict(fn () => Webhooks::fromRequest($vector['secrets'], $request, $tolerance)), $vector['verdict']));
    }
    $psr7 = new Nyholm\Psr7\ServerRequest('POST', '/webhooks', (array) $vector['header'] === [] ? [] : ['Service-Signature' => $vector['header']], $vector['body']);
    // a header of PSR-7 has no blanks around it
    test("$vector[name] by PSR-7", fn () => same($verdict(fn () => Webhooks::fromRequest($vector['secrets'], $psr7, $tolerance)), $vector['verdict']));
}
test('no changed bit passes', function () use ($deliveries, $verdict): void {
    $good = $deliveries[0];
    for ($at = 0; $at < strlen($good['body']) * 8; $at++) {
        $changed = $good['body'];
        $changed[$at >> 3] = chr(ord($changed[$at >> 3]) ^ (1 << ($at & 7)));
        same($verdict(fn () => Webhooks::constructEvent($changed, $good['header'], $good['secrets'], 10 ** 10)), 'no_match');
    }
});
test('a header for tests verifies', function (): void {
    same(Webhooks::constructEvent('{"id":"evt_1"}', Webhooks::generateTestHeader('{"id":"evt_1"}', [SECRET, SECRET]), SECRET), ['id' => 'evt_1']);
});

$create = ['method' => 'POST', 'path' => '/gateway', 'body' => ['amount' => '5000', 'currency' => 'XAF']];
$answered = function (array $vector, Transport $transport) use ($create, $script, $seen): void {
    $script($vector['answers']);
    $request = $vector['request'] ?? $create;
    $stalls = in_array('stall', $vector['answers'], true) ? ['timeout' => 1.5] : [];
    $began = microtime(true);
    $expected = $vector['error'] ?? null;
    $paygate = new Paygate(KEY, GATEWAY, deadline: 30, transport: $transport);
    try {
        $response = $paygate->request(...$request, options: [...$stalls, ...$vector['options'] ?? []]);
        same($expected, null);
        same([$response->data, $response->replayed, $response->attempts], [$vector['data'] ?? null, $vector['replayed'] ?? false, $vector['attempts']]);
    } catch (InvalidArgumentException) {
        same($expected, 'misuse');
    } catch (PaygateError $error) {
        same([$error::class, $error->attempts], ["Paygate\\$expected[type]", $vector['attempts']]);
        foreach (array_diff_key($expected, ['type' => 0]) as $name => $value) {
            same($name === 'retryAfter' ? (int) $error->$name : $error->$name, $value);
        }
        same(str_contains((string) $error, KEY), false);
    }
    same(microtime(true) - $began >= ($vector['atLeastSeconds'] ?? 0), true);
    $keys = array_unique(array_map(fn (array $each) => $each['headers']['idempotency-key'] ?? null, $seen()));
    same([count($seen()), count($keys) <= 1], [$vector['attempts'], true]);
    same(in_array(null, $keys, true), $seen() !== [] && $request['method'] !== 'POST');
    isset($vector['url']) && same($seen()[0]['url'], $vector['url']);
};
foreach ($vectors('answers') as $vector) {
    test($vector['name'], fn () => $answered($vector, new CurlTransport()));
    // the time of an attempt is a matter of a client of one's own
    if (getenv('FRAMEWORKS') && !in_array('stall', $vector['answers'], true)) {
        $factory = new Nyholm\Psr7\Factory\Psr17Factory();
        $symfony = new Symfony\Component\HttpClient\Psr18Client(Symfony\Component\HttpClient\HttpClient::create(['max_redirects' => 0]), $factory, $factory);
        foreach ([new GuzzleHttp\Client(), $symfony] as $client) {
            test("$vector[name] by " . $client::class, fn () => $answered($vector, new Psr18Transport($client, $factory)));
        }
    }
}

$paygate = new Paygate(KEY, GATEWAY . '/prefix/', deadline: 30);
test('a payment is asked for with key and version', function () use ($paygate, $script, $seen): void {
    $script([]);
    same($paygate->paymentIntents->create(['amount' => '5000', 'currency' => 'XAF', 'metadata' => ['note' => 'é/', 'n' => 1.0]])['id'], 'pi_1');
    [['method' => $method, 'url' => $url, 'headers' => $headers, 'body' => $body]] = $seen();
    same([$method, $url, $body], ['POST', '/prefix/gateway', '{"amount":"5000","currency":"XAF","metadata":{"note":"é/","n":1.0}}']);
    same([$headers['authorization'], $headers['x-api-key'], $headers['x-api-version']], ['Bearer ' . KEY, KEY, '2026-11-20']);
    same(preg_match('~^paygate-php/\d+\.\d+\.\d+ php/8~', $headers['user-agent']), 1);
});
test('what has no fields is an object', function () use ($paygate, $script, $seen): void {
    $script([]);
    $paygate->paymentIntents->create(['metadata' => []]);
    $paygate->refunds->create('pi_1');
    same(array_column($seen(), 'body'), ['{"metadata":{}}', '{}']);
});
test('two calls have two keys, and one of the caller is sent', function () use ($paygate, $script, $seen): void {
    $script([]);
    foreach ([[], [], ['idempotencyKey' => 'order-7']] as $options) {
        $paygate->refunds->create('pi_1', options: $options);
    }
    $keys = array_map(fn (array $each): string => $each['headers']['idempotency-key'], $seen());
    same([count(array_unique($keys)), $keys[2]], [3, 'order-7']);
});
test('a session token and a wait are headers', function () use ($paygate, $script, $seen): void {
    $script([]);
    $paygate->paymentIntents->retrieve('sess_abc', ['waitSeconds' => 5]);
    ['url' => $url, 'headers' => $headers] = $seen()[0];
    same([$url, $headers['x-session-token'], $headers['prefer']], ['/prefix/gateway/session', 'sess_abc', 'wait=5']);
    same(str_contains(raised(fn () => $paygate->paymentIntents->retrieve('pi_1'), InvalidArgumentException::class)->getMessage(), 'retrieveById'), true);
});
test('large integers and the text keep their digits', function () use ($paygate, $script): void {
    $script([['text' => $text = '{"id":"pi_1","metadata":{"n":98765432109876543210,"m":1.0}}']]);
    $response = $paygate->request('GET', '/gateway/{id}', ['id' => 'pi_1']);
    same([$response->text, $response->data['metadata']['n']], [$text, '98765432109876543210']);
});
test('the deadline ends all attempts', function () use ($paygate, $script, $seen): void {
    $script(array_fill(0, 20, 'stall'));
    $error = raised(fn () => $paygate->balance->retrieve(['timeout' => 0.2, 'deadline' => 3, 'maxRetries' => 20]), \Paygate\PaygateTimeoutError::class);
    same([$error->attempts, $error->attempts > 1 && $error->attempts < 20], [count($seen()), true]);
});
test('values that JSON does not have are not sent', function () use ($paygate, $script, $seen): void {
    $script([]);
    raised(fn () => $paygate->paymentIntents->create(['amount' => NAN]), InvalidArgumentException::class);
    same($seen(), []);
});
test('a list gives every object, every page and the first page', function () use ($paygate, $script, $seen): void {
    $pages = [page(['a', 'b'], 'b'), page(['c'], null)];
    $script([...$pages, ...$pages, $pages[0]]);
    $intents = $paygate->paymentIntents->list(['status' => ['PENDING']]);
    same(array_column(iterator_to_array($intents), 'id'), ['a', 'b', 'c']);
    same(array_column($seen(), 'url'), ['/prefix/gateway?status=PENDING', '/prefix/gateway?status=PENDING&startingAfter=b']);
    same(array_map(fn (array $each): int => count($each['data']), iterator_to_array($intents->pages())), [2, 1]);
    same($intents->first()['nextCursor'], 'b');
});
test('a list goes on in its direction, also in a body', function () use ($paygate, $script, $seen): void {
    $script([page(['c'], 'c'), page([], null), page(['c'], 'c'), page([], null)]);
    iterator_to_array($paygate->events->list(['endingBefore' => 'evt_1']));
    iterator_to_array($paygate->paymentIntents->search(['q' => 'order']));
    same([$seen()[1]['url'], $seen()[3]['body']], ['/prefix/events?endingBefore=c', '{"q":"order","startingAfter":"c"}']);
});
test('a list ends when a cursor repeats', function () use ($paygate, $script): void {
    $script([page(['a'], 'a'), page(['a'], 'a')]);
    raised(fn () => iterator_to_array($paygate->refunds->list()), UnexpectedValueException::class);
});
test('wrong options are refused, and keys are in no message and no dump', function (): void {
    foreach ([
        ['', 'https://paygate.example'],
        ['pk_test_public', 'https://paygate.example'],
        ["sk_test_a\n", 'https://paygate.example'],
        [KEY, 'http://paygate.example'],
        [KEY, 'https://user@paygate.example'],
        [KEY, 'https://paygate.example?a=1'],
        [KEY, 'paygate.example'],
        [KEY, 'https://paygate.example', 'timeout' => 0],
        [KEY, 'https://paygate.example', 'maxRetries' => -1],
    ] as $options) {
        same(str_contains(raised(fn () => new Paygate(...$options), InvalidArgumentException::class)->getMessage(), $options[0] ?: '-'), false);
    }
    same(str_contains(print_r(new Paygate(KEY, GATEWAY), true), KEY), false);
});
test('the key is in no argument of an exception, which reports of errors hold', function (): void {
    $kept = ini_set('zend.exception_ignore_args', '0');
    try {
        (new Paygate(KEY, 'http://127.0.0.1:1', maxRetries: 0))->balance->retrieve();
    } catch (PaygateError $error) {
        same([$error->getCode(), str_contains(print_r($error->getTrace(), true), KEY)], ['connection_failed', false]);
        return;
    } finally {
        ini_set('zend.exception_ignore_args', (string) $kept);
    }
    throw new LogicException('nothing listens there');
});
test('waits grow, are random and bounded', function (): void {
    same(array_map(fn (int $failed): float => Paygate::retryDelay($failed, null, 1), [1, 2, 3, 9, 4000]), [0.5, 1.0, 2.0, 8.0, 8.0]);
    same(Paygate::retryDelay(1, 3, 0), 3.0);
    same(array_map(Paygate::retryAfterOf(...), [null, '7', 'soon']), [null, 7.0, null]);
});

$guides = getenv('GUIDES_FOLDER') ?: __DIR__ . '/../../../docs/guides';
require __DIR__ . '/guide.php';

proc_terminate($gateway);
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
echo "php: $passed passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
