<?php

declare(strict_types=1);

namespace Paygate;

/** Sends the requests of calls, with their attempts, keys and waits. */
class Client
{
    public const VERSION = '0.1.1';
    private const OPTIONS = ['idempotencyKey', 'timeout', 'deadline', 'maxRetries', 'requestId', 'waitSeconds'];
    private const FIRST_DELAY = 0.5;
    private const MAX_DELAY = 8.0;
    /** The statuses of requests that were refused before they had an effect. */
    private const NOT_EXECUTED = [429, 503];

    private readonly string $baseUrl;
    private readonly Transport $transport;

    /**
     * Times are in seconds: `$timeout` bounds one attempt, `$deadline` a call with all its attempts. `$baseUrl` is the variable PAYGATE_BASE_URL when
     * absent. `$transport` is a Psr18Transport for an HTTP client of your own.
     *
     * @throws \InvalidArgumentException which says what to do about a wrong option
     */
    final public function __construct(
        #[\SensitiveParameter] private readonly string $secretKey,
        ?string $baseUrl = null,
        private readonly string $apiVersion = Api\Errors::API_VERSION,
        private readonly float $timeout = 30,
        private readonly float $deadline = 90,
        private readonly int $maxRetries = 2,
        ?Transport $transport = null,
    ) {
        // the key itself is in no message, because messages are logged
        preg_match('/^[sr]k_(test|live)_[A-Za-z0-9_]+$/D', $secretKey) || throw new \InvalidArgumentException('secretKey is that of a server: it begins with sk_test_, sk_live_, rk_test_ or rk_live_');
        ($timeout > 0 && $timeout < 2 ** 31 && $deadline > 0 && $deadline < 2 ** 31 && $maxRetries >= 0) || throw new \InvalidArgumentException('timeout and deadline are seconds, more than 0, and maxRetries is 0 or more');
        $this->baseUrl = rtrim($baseUrl ?? (getenv('PAYGATE_BASE_URL') ?: ''), '/');
        $this->baseUrl !== '' || throw new \InvalidArgumentException('the address of the gateway is not known: set baseUrl or the variable PAYGATE_BASE_URL');
        // https, or this machine; no user name, password, query or fragment
        preg_match('~^(https://[^\s/?#@]+|http://(localhost|127\.0\.0\.1|\[::1])(:\d+)?)(/[^\s?#]*)?$~D', $this->baseUrl) || throw new \InvalidArgumentException('baseUrl must be an https URL, such as https://paygate.example, and nothing more');
        $this->transport = $transport ?? new CurlTransport();
        $this->attach();
    }

    /** Adds the resources. */
    protected function attach(): void {}

    /** @return array<string, mixed> what a dump shows: the key is not in it */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->baseUrl, 'apiVersion' => $this->apiVersion];
    }

    /**
     * Sends a request of any operation, with the retries and errors of the other calls, and returns the answer with its details.
     *
     * @param array<string, string> $ids values of the parameters in the path
     * @param array<string, mixed>|null $query
     * @param array<string, mixed>|null $body
     * @param array<string, mixed> $options idempotencyKey, timeout, deadline, maxRetries, requestId, waitSeconds
     * @throws PaygateError
     * @throws \InvalidArgumentException for what no request can carry
     */
    public function request(string $method, string $path, array $ids = [], ?array $query = null, ?array $body = null, ?string $sessionToken = null, array $options = []): Response
    {
        foreach (array_diff(array_keys($options), self::OPTIONS) as $name) {
            throw new \InvalidArgumentException("a call has no option $name");
        }
        $url = $this->baseUrl . self::pathOf($path, $ids) . self::queryOf($query ?? []);
        $content = $body === null ? null : self::written($body);
        $headers = $this->headers($method, $content, $sessionToken, $options);
        $now = fn (): float => hrtime(true) / 1e9;
        $end = $now() + ($options['deadline'] ?? $this->deadline);
        $mayBeDone = false;
        for ($attempts = 1; ; $attempts++) {
            $timeout = max(0.001, min($options['timeout'] ?? $this->timeout, $end - $now()));
            try {
                return self::judged($this->transport->send($method, $url, $headers, $content, $timeout), $attempts, $mayBeDone && $method === 'DELETE');
            } catch (PaygateError $error) {
                $error->attempts = $attempts;
                $delay = self::retryDelay($attempts, $error instanceof PaygateApiError ? $error->retryAfter : null);
                ($error->retryable && $attempts <= ($options['maxRetries'] ?? $this->maxRetries) && $now() + $delay < $end) || throw $error;
                $mayBeDone = $mayBeDone || !($error instanceof PaygateApiError && in_array($error->status, self::NOT_EXECUTED, true));
                usleep((int) ($delay * 1e6));
            }
        }
    }

    /**
     * Any list: iterate over it for every object of all its pages.
     *
     * @param mixed ...$call ids, query, body and options, by name
     * @return Pages<array<string, mixed>, array<string, mixed>>
     */
    public function listAll(string $path, string $method = 'GET', mixed ...$call): Pages
    {
        return new Pages(function (?string $cursor) use ($path, $method, $call): array {
            $place = $method === 'GET' ? 'query' : 'body';
            if ($cursor !== null) {
                $call[$place] = [...($call[$place] ?? []), (isset($call[$place]['endingBefore']) ? 'endingBefore' : 'startingAfter') => $cursor];
            }
            return $this->request($method, $path, ...$call)->data;
        });
    }

    /** The wait before the next attempt, in seconds: random, so that clients that failed together do not return together. */
    public static function retryDelay(int $failedAttempts, ?float $retryAfter, ?float $chance = null): float
    {
        $most = min(self::MAX_DELAY, self::FIRST_DELAY * 2 ** min($failedAttempts - 1, 10));
        return ($retryAfter ?? 0) + ($chance ?? random_int(0, 1_000_000) / 1_000_000) * $most;
    }

    /** Ids are letters, digits, `_` and `-`: anything else, such as `..`, would lead to another path. @param array<string, string> $ids */
    private static function pathOf(string $template, array $ids): string
    {
        preg_match('~^(/(?!\.{1,2}(/|$))[\w.{}-]+)+$~D', $template) || throw new \InvalidArgumentException('path is a path of the API such as /payouts/{id}, without a query');
        return (string) preg_replace_callback('/\{(\w+)\}/', function (array $found) use ($ids): string {
            $id = $ids[$found[1]] ?? null;
            (is_string($id) && preg_match('/^[A-Za-z0-9_-]{1,128}$/D', $id)) || throw new \InvalidArgumentException("$found[1] is not an id");
            return $id;
        }, $template);
    }

    /** The query as the API reads it: lists by repetition, objects by `name[key]`. @param array<string, mixed> $query */
    private static function queryOf(array $query): string
    {
        $pairs = [];
        foreach ($query as $name => $value) {
            foreach (is_array($value) ? $value : [$value] as $key => $each) {
                $field = is_array($value) && !array_is_list($value) ? "{$name}[$key]" : $name;
                if ($each !== null) {
                    $pairs[] = urlencode($field) . '=' . urlencode(is_bool($each) ? ($each ? 'true' : 'false') : (string) $each);
                }
            }
        }
        return $pairs === [] ? '' : '?' . implode('&', $pairs);
    }

    /** JSON, in which parameters and metadata without fields are objects. @param array<string, mixed> $body */
    private static function written(array $body): string
    {
        if (($body['metadata'] ?? null) === []) {
            $body['metadata'] = new \stdClass();
        }
        $text = json_encode($body === [] ? new \stdClass() : $body, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION);
        return $text !== false ? $text : throw new \InvalidArgumentException('the parameters have a value that JSON does not have: ' . json_last_error_msg());
    }

    /** @param array<string, mixed> $options @return array<string, string> */
    private function headers(string $method, ?string $content, ?string $sessionToken, array $options): array
    {
        $sessionToken === null || preg_match('/^sess_[\x21-\x7e]+$/D', $sessionToken) || throw new \InvalidArgumentException('the session token of a created intent is needed; for an id (pi_…) there is retrieveById');
        $headers = array_filter([
            'accept' => 'application/json',
            'authorization' => "Bearer $this->secretKey",
            'x-api-key' => $this->secretKey,
            'x-api-version' => $this->apiVersion,
            'user-agent' => 'paygate-php/' . self::VERSION . ' php/' . PHP_VERSION,
            'content-type' => $content === null ? null : 'application/json',
            'idempotency-key' => $method === 'POST' ? $options['idempotencyKey'] ?? bin2hex(random_bytes(16)) : null,
            'x-session-token' => $sessionToken,
            'prefer' => isset($options['waitSeconds']) ? "wait=$options[waitSeconds]" : null,
            'x-request-id' => $options['requestId'] ?? null,
        ], fn (?string $value): bool => $value !== null);
        foreach ($headers as $name => $value) {
            preg_match('/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/D', $value) || throw new \InvalidArgumentException("no header $name can have this value");
        }
        return $headers;
    }

    private static function judged(Reply $reply, int $attempts, bool $isDeleteAgain): Response
    {
        $isGone = $isDeleteAgain && $reply->status === 404;
        $text = $isGone ? '' : $reply->body;
        $isCsv = str_starts_with($reply->headers['content-type'] ?? '', 'text/csv');
        try {
            $data = $isCsv || $text === '' ? ($text === '' ? null : $text) : Json::parsed($text);
            $isJson = true;
        } catch (\JsonException) {
            [$data, $isJson] = [null, false];
        }
        if (!$isJson || !($isGone || ($reply->status >= 200 && $reply->status < 300))) {
            $problem = self::problem($reply, $data);
            $other = $problem['status'] >= 500 ? PaygateServerError::class : PaygateInvalidRequestError::class;
            throw new (Api\Errors::BY_STATUS[$problem['status']] ?? $other)($problem);
        }
        return new Response($data, $reply->status, $reply->requestId(), $attempts, ($reply->headers['idempotency-replayed'] ?? '') === 'true', $reply->headers, $text);
    }

    /** The problem document of an answer that is no success. An answer of something in between, such as a proxy, becomes one. @return array<string, mixed> */
    private static function problem(Reply $reply, mixed $body): array
    {
        $retryAfter = self::retryAfterOf($reply->headers['retry-after'] ?? null);
        $waits = $retryAfter === null ? [] : ['retryAfter' => $retryAfter];
        if (is_array($body) && is_string($body['code'] ?? null) && is_int($body['status'] ?? null) && is_string($body['detail'] ?? null) && is_bool($body['retryable'] ?? null)) {
            return [...$waits, ...$body];
        }
        return [
            ...['type' => 'about:blank', 'title' => 'Unexpected answer', 'status' => $reply->status],
            'detail' => "The answer has the status $reply->status and is no problem document: it may come from a proxy",
            'code' => $reply->status === 429 ? 'rate_limited' : 'internal_error',
            'retryable' => in_array($reply->status, [408, 429], true) || $reply->status >= 500,
            ...['requestId' => $reply->requestId(), ...$waits],
        ];
    }

    /** Seconds of a `Retry-After` header, which holds a number or a date. */
    public static function retryAfterOf(?string $header): ?float
    {
        if ($header === null || preg_match('/^[0-9]{1,9}$/D', $header)) {
            return $header === null ? null : (float) $header;
        }
        $time = strtotime($header);
        return $time === false ? null : max(0.0, $time - microtime(true));
    }
}
