<?php

// Generated from docs/api/openapi.json by `npm run docs`.

declare(strict_types=1);

namespace Paygate\Api;

use Paygate\Client;
use Paygate\Pages;

/**
 * @phpstan-import-type ApiKey from Types
 * @phpstan-import-type ApiKeyPage from Types
 * @phpstan-import-type CreateApiKeyRequest from Types
 * @phpstan-import-type IssuedApiKey from Types
 * @phpstan-import-type KeyWorkList from Types
 * @phpstan-import-type ListApiKeysQuery from Types
 * @phpstan-import-type RevokeApiKeyRequest from Types
 * @phpstan-import-type RevokedApiKey from Types
 * @phpstan-import-type RotateApiKeyRequest from Types
 * @phpstan-import-type UpdateApiKeyRequest from Types
 * @phpstan-import-type CallOptions from Types
 */
final class ApiKeys
{
    public function __construct(private readonly Client $client)
    {
    }

    /**
     * Create an API key. A restricted key creates only restricted keys, with scopes that it has itself; a member creates only keys whose rights the role has, so a secret key needs a role with `merchant:write`. A key with an expiry creates only keys that expire no later.
     *
     * @param CreateApiKeyRequest $params
     * @param CallOptions $options
     * @return IssuedApiKey
     * @throws \Paygate\PaygateError
     */
    public function create(array $params, array $options = []): array
    {
        return $this->client->request('POST', '/api-keys', body: $params, options: $options)->data;
    }

    /**
     * List API keys. Newest first, in pages. The texts of publishable keys are included, because they are public; those of other keys are shown once, when they are created. Revoked and expired keys are included.
     *
     * @param ListApiKeysQuery $params
     * @param CallOptions $options
     * @return Pages<ApiKey, ApiKeyPage>
     */
    public function list(array $params = [], array $options = []): Pages
    {
        return $this->client->listAll('/api-keys', query: $params, options: $options);
    }

    /**
     * Change an API key. Changes the name of a key, or the origins of a publishable key; a parameter that is absent or null leaves the value unchanged. New origins apply everywhere within a second. A restricted key can change itself, and restricted keys whose scopes it has; a member can change a key that the role may create. A key that has ended cannot be changed.
     *
     * @param UpdateApiKeyRequest $params
     * @param CallOptions $options
     * @return ApiKey
     * @throws \Paygate\PaygateError
     */
    public function update(string $id, array $params, array $options = []): array
    {
        return $this->client->request('PATCH', '/api-keys/{id}', ids: ['id' => $id], body: $params, options: $options)->data;
    }

    /**
     * Rotate an API key. Creates a successor with the same rights and the same expiry. Both keys work until the overlap ends, so no request is refused while you replace the key. A key has one successor. The body may be left out.
     *
     * @param RotateApiKeyRequest $params
     * @param CallOptions $options
     * @return IssuedApiKey
     * @throws \Paygate\PaygateError
     */
    public function rotate(string $id, array $params = [], array $options = []): array
    {
        return $this->client->request('POST', '/api-keys/{id}/rotate', ids: ['id' => $id], body: $params, options: $options)->data;
    }

    /**
     * Read what an API key made. What stands of what the key and the keys that it made have created or changed: what a revocation ends unless it is kept.
     *
     * @param CallOptions $options
     * @return KeyWorkList
     * @throws \Paygate\PaygateError
     */
    public function work(string $id, array $options = []): array
    {
        return $this->client->request('GET', '/api-keys/{id}/work', ids: ['id' => $id], options: $options)->data;
    }

    /**
     * Revoke an API key. Ends a key for ever: within a second it is refused everywhere. What it made ends with it, except what `keep` names: keys that it created or rotated, and what these made, are revoked; endpoints that it created are deleted, those that it changed or whose secret it rotated are paused, such a secret signs no more; payment links are deactivated, and a payout schedule that it set is off. The expiry of a key and its rotation end nothing else. A restricted key can revoke itself, and restricted keys whose scopes it has; a member who manages keys can revoke any key. A key that revokes itself keeps nothing. A further revocation ends what still stands, up to 10,000 acts at a time. The body may be left out. Idempotent.
     *
     * @param RevokeApiKeyRequest $params
     * @param CallOptions $options
     * @return RevokedApiKey
     * @throws \Paygate\PaygateError
     */
    public function revoke(string $id, array $params = [], array $options = []): array
    {
        return $this->client->request('POST', '/api-keys/{id}/revoke', ids: ['id' => $id], body: $params, options: $options)->data;
    }
}
