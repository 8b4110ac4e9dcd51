<?php

declare(strict_types=1);

namespace Paygate;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;

/** An answer as it came. */
final class Reply
{
    /** @param array<string, string> $headers by names in lower case */
    public function __construct(public readonly int $status, public readonly array $headers, public readonly string $body) {}

    public function requestId(): string
    {
        return $this->headers['x-request-id'] ?? 'unknown';
    }
}

/** A means to send a request: with curl, or with a PSR-18 client. */
interface Transport
{
    /**
     * Sends a request once, and follows no redirect: a key is never sent to another address.
     *
     * @param array<string, string> $headers
     * @throws PaygateConnectionError
     */
    public function send(string $method, string $url, #[\SensitiveParameter] array $headers, ?string $body, float $timeoutSeconds): Reply;
}

/** Sends requests with the extension curl. The variable SSL_CERT_FILE names the file of a certificate authority of your own. */
final class CurlTransport implements Transport
{
    private readonly \CurlHandle $curl;

    public function __construct()
    {
        function_exists('curl_init') || throw new \LogicException('the extension curl is not there: install it, or give a Psr18Transport');
        $this->curl = curl_init();
    }

    public function send(string $method, string $url, #[\SensitiveParameter] array $headers, ?string $body, float $timeoutSeconds): Reply
    {
        $received = [];
        curl_reset($this->curl);
        curl_setopt_array($this->curl, [
            CURLOPT_URL => $url,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => ['expect:', ...array_map(fn (string $name): string => "$name: $headers[$name]", array_keys($headers))],
            CURLOPT_TIMEOUT_MS => (int) ceil($timeoutSeconds * 1000),
            CURLOPT_NOSIGNAL => true,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_HEADERFUNCTION => function (\CurlHandle $_, string $line) use (&$received): int {
                [$name, $value] = [...explode(':', $line, 2), ''];
                $received[strtolower(trim($name))] = trim($value);
                return strlen($line);
            },
        ] + ($body === null ? [] : [CURLOPT_POSTFIELDS => $body]) + (getenv('SSL_CERT_FILE') ? [CURLOPT_CAINFO => getenv('SSL_CERT_FILE')] : []));
        $answer = curl_exec($this->curl);
        curl_errno($this->curl) !== CURLE_OPERATION_TIMEDOUT || throw new PaygateTimeoutError('timeout', 'no answer came in time', retryable: true);
        is_string($answer) || throw new PaygateConnectionError('connection_failed', 'the gateway could not be reached: ' . curl_error($this->curl), retryable: true);
        return new Reply(curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE), $received, $answer);
    }
}

/**
 * Sends requests with a PSR-18 client of your own, which bounds the time of an attempt itself and must follow no redirects: the key would go along.
 */
final class Psr18Transport implements Transport
{
    public function __construct(private readonly ClientInterface $client, private readonly RequestFactoryInterface&StreamFactoryInterface $factory) {}

    public function send(string $method, string $url, #[\SensitiveParameter] array $headers, ?string $body, float $timeoutSeconds): Reply
    {
        $request = $this->factory->createRequest($method, $url);
        foreach ($headers as $name => $value) {
            $request = $request->withHeader($name, $value);
        }
        try {
            $response = $this->client->sendRequest($body === null ? $request : $request->withBody($this->factory->createStream($body)));
            $lines = array_map(fn (array $values): string => implode(', ', $values), array_change_key_case($response->getHeaders()));
            return new Reply($response->getStatusCode(), $lines, (string) $response->getBody());
        } catch (ClientExceptionInterface | \RuntimeException $error) {
            throw new PaygateConnectionError('connection_failed', 'the gateway could not be reached: ' . $error->getMessage(), retryable: true, previous: $error);
        }
    }
}
