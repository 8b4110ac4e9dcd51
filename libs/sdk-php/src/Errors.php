<?php

declare(strict_types=1);

namespace Paygate;

/**
 * A failure of this client.
 *
 * `code` is a code of the API, `connection_failed` or `timeout` when no answer came, or `signature_invalid` for a delivery. `attempts` says how often the
 * request was sent, `retryable` whether sending it again, with the same key, may succeed.
 */
class PaygateError extends \RuntimeException
{
    public $code;
    public int $attempts = 0;

    public function __construct(string $code, string $message, public readonly bool $retryable = false, ?\Throwable $previous = null)
    {
        parent::__construct($message, 0, $previous);
        $this->code = $code;
    }
}

/** No answer came: the connection failed in every attempt. The request may have been executed. */
class PaygateConnectionError extends PaygateError {}

/** No answer came in time. The request may have been executed. */
class PaygateTimeoutError extends PaygateConnectionError {}

/**
 * A delivery that did not verify.
 *
 * `fault` names the cause: `header_missing`, `header_malformed`, `no_match`, `timestamp_too_old`, `timestamp_in_future`, `body_parsed` for what is not the
 * raw body, or `body_malformed` for a signed body that is no JSON.
 */
final class SignatureVerificationError extends PaygateError
{
    public function __construct(public readonly string $fault, string $message)
    {
        parent::__construct('signature_invalid', $message);
    }
}

/** An answer that denies the request. `requestId` names the request in the logs of Paygate. */
class PaygateApiError extends PaygateError
{
    public readonly int $status;
    public readonly string $requestId;
    public readonly ?string $param;
    /** @var list<array<string, mixed>> all faults of the request */
    public readonly array $errors;
    /** Seconds to wait before the next attempt, when the answer says so. */
    public readonly ?float $retryAfter;

    /** @param array<string, mixed> $problem the whole problem document, with the fields that some codes add, such as `min` and `max` */
    final public function __construct(public readonly array $problem)
    {
        [$this->status, $this->requestId, $this->param] = [$problem['status'], $problem['requestId'] ?? 'unknown', $problem['param'] ?? null];
        [$this->errors, $this->retryAfter] = [$problem['errors'] ?? [], $problem['retryAfter'] ?? null];
        $where = $this->param === null ? '' : " ($this->param)";
        parent::__construct($problem['code'], "$problem[detail]$where [$problem[code], $this->requestId]", $problem['retryable']);
    }
}
