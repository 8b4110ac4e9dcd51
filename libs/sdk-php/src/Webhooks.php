<?php

declare(strict_types=1);

namespace Paygate;

/** Verifies deliveries. It needs no client and no secret key. */
final class Webhooks
{
    private const BLANK = '[\t\n\x0b\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}]*';
    /** 24 bytes or more. */
    private const SECRET = '~^whsec_[A-Za-z0-9+/]{32,}={0,2}$~D';
    private const HEADER_MAX_LENGTH = 4096;
    private const SIGNATURES_MAX = 32;
    private const RAW_BODY = 'constructEvent needs the raw body as it arrived, because the signature is of its bytes: file_get_contents(\'php://input\'), or fromRequest with the request of a framework.';

    /**
     * Verifies a delivery and returns its event. Recognise repeated deliveries by the `id` of the event.
     *
     * Every signature is compared with every secret in constant time.
     *
     * @param mixed $body the raw body, a string
     * @param string|list<string>|null $signature the header `service-signature`
     * @param string|list<string> $secret that of the endpoint, or several of them during a rotation
     * @return array<string, mixed>
     * @throws SignatureVerificationError whose `fault` names the cause
     * @throws \InvalidArgumentException for a secret that is none or a tolerance that is no finite number of 0 or more
     */
    public static function constructEvent(mixed $body, string|array|null $signature, #[\SensitiveParameter] string|array $secret, int|float $toleranceSeconds = 300): array
    {
        $secrets = self::checked($secret);
        (is_finite($toleranceSeconds) && $toleranceSeconds >= 0) || throw new \InvalidArgumentException('toleranceSeconds is a finite number, 0 or more');
        is_string($body) || throw new SignatureVerificationError('body_parsed', 'The body is of type ' . get_debug_type($body) . '. ' . self::RAW_BODY);
        [$timestamp, $signatures] = self::header((array) $signature);
        $matches = 0;
        foreach ($secrets as $each) {
            foreach ($signatures as $given) {
                $matches += (int) hash_equals(self::hmac($each, $timestamp, $body), $given);
            }
        }
        $matches > 0 || throw new SignatureVerificationError('no_match', 'no signature of the header matches this body and secret');
        $age = time() - (int) $timestamp;
        $fault = $age > 0 ? 'timestamp_too_old' : 'timestamp_in_future';
        abs($age) <= $toleranceSeconds || throw new SignatureVerificationError($fault, "the time of the delivery is more than $toleranceSeconds s from this clock");
        try {
            return (array) Json::parsed($body);
        } catch (\JsonException) {
            throw new SignatureVerificationError('body_malformed', 'the body is signed and no JSON');
        }
    }

    /**
     * Verifies the request that PHP answers, or a request of Symfony, Laravel or PSR-7.
     *
     * @param string|list<string> $secret
     * @return array<string, mixed>
     * @throws SignatureVerificationError
     */
    public static function fromRequest(#[\SensitiveParameter] string|array $secret, ?object $request = null, int|float $toleranceSeconds = 300): array
    {
        [$body, $header] = match (true) {
            $request === null => [file_get_contents('php://input'), $_SERVER['HTTP_SERVICE_SIGNATURE'] ?? null],
            method_exists($request, 'getHeader') => [(string) $request->getBody(), $request->getHeader('service-signature')],
            method_exists($request, 'getContent') => [$request->getContent(), $request->headers->all('service-signature')],
            default => throw new \InvalidArgumentException('the request is neither of Symfony or Laravel nor of PSR-7'),
        };
        return self::constructEvent($body, $header, $secret, $toleranceSeconds);
    }

    /** A `service-signature` header for tests of your own webhook route. @param string|list<string> $secret */
    public static function generateTestHeader(string $body, #[\SensitiveParameter] string|array $secret, ?int $timestampSeconds = null): string
    {
        $timestamp = (string) ($timestampSeconds ?? time());
        return "t=$timestamp," . implode(',', array_map(fn (string $each): string => 'v1=' . self::hmac($each, $timestamp, $body), self::checked($secret)));
    }

    private static function hmac(string $secret, string $timestamp, string $body): string
    {
        return hash_hmac('sha256', "$timestamp.$body", $secret);
    }

    /** @param list<string> $given @return array{string, list<string>} */
    private static function header(array $given): array
    {
        count($given) <= 1 || throw new SignatureVerificationError('header_malformed', 'the request has more than one service-signature header');
        $header = $given[0] ?? '';
        $header !== '' || throw new SignatureVerificationError('header_missing', 'the request has no service-signature header');
        [$times, $signatures] = [[], []];
        foreach (strlen($header) <= self::HEADER_MAX_LENGTH ? explode(',', $header) : [] as $part) {
            if (preg_match('/^' . self::BLANK . '(?:t=([0-9]{1,12})|v1=([0-9a-f]{64}))' . self::BLANK . '$/Du', $part, $found)) {
                isset($found[2]) ? $signatures[] = $found[2] : $times[] = $found[1];
            }
        }
        $isWhole = count($times) === 1 && $signatures !== [] && count($signatures) <= self::SIGNATURES_MAX;
        return $isWhole ? [$times[0], $signatures] : throw new SignatureVerificationError('header_malformed', 'the service-signature header is not t=<unix>,v1=<hex>');
    }

    /** @param string|list<string> $secret @return non-empty-list<string> */
    private static function checked(#[\SensitiveParameter] string|array $secret): array
    {
        foreach ((array) $secret as $each) {
            // the secret itself is in no message, because messages are logged
            (is_string($each) && preg_match(self::SECRET, $each)) || throw new \InvalidArgumentException('a webhook secret is whsec_ and the base64 of 24 bytes or more');
        }
        return (array) $secret ?: throw new \InvalidArgumentException('the secret of the webhook endpoint (whsec_…) is needed, or several of them');
    }
}
