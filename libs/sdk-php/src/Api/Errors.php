<?php

// Generated from docs/api/openapi.json by `npm run docs`.

declare(strict_types=1);

namespace Paygate\Api;

/** What the document has of errors. */
final class Errors
{
    /** The version of the API that this client was made for. */
    public const API_VERSION = '2026-11-20';
    /** The class of each status that the document has. */
    public const BY_STATUS = [
        400 => \Paygate\PaygateInvalidRequestError::class,
        401 => \Paygate\PaygateAuthenticationError::class,
        403 => \Paygate\PaygatePermissionError::class,
        404 => \Paygate\PaygateNotFoundError::class,
        408 => \Paygate\PaygateInvalidRequestError::class,
        409 => \Paygate\PaygateConflictError::class,
        410 => \Paygate\PaygateConflictError::class,
        413 => \Paygate\PaygateInvalidRequestError::class,
        414 => \Paygate\PaygateInvalidRequestError::class,
        415 => \Paygate\PaygateInvalidRequestError::class,
        422 => \Paygate\PaygateInvalidRequestError::class,
        429 => \Paygate\PaygateRateLimitError::class,
        431 => \Paygate\PaygateInvalidRequestError::class,
        500 => \Paygate\PaygateServerError::class,
        503 => \Paygate\PaygateServerError::class,
        504 => \Paygate\PaygateServerError::class,
    ];
}
