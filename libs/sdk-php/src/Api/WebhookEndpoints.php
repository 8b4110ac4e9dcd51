<?php

// Generated from docs/api/openapi.json by `npm run docs`.

declare(strict_types=1);

namespace Paygate\Api;

use Paygate\Client;
use Paygate\Pages;

/**
 * @phpstan-import-type CreateWebhookEndpointRequest from Types
 * @phpstan-import-type Delivery from Types
 * @phpstan-import-type DeliveryPage from Types
 * @phpstan-import-type DeliveryWithAttempts from Types
 * @phpstan-import-type IssuedWebhookEndpoint from Types
 * @phpstan-import-type ListWebhookEndpointDeliveriesQuery from Types
 * @phpstan-import-type RecoverRequest from Types
 * @phpstan-import-type Recovery from Types
 * @phpstan-import-type RotateWebhookSecretRequest from Types
 * @phpstan-import-type UpdateWebhookEndpointRequest from Types
 * @phpstan-import-type WebhookEndpoint from Types
 * @phpstan-import-type WebhookEndpointPage from Types
 * @phpstan-import-type CallOptions from Types
 */
final class WebhookEndpoints
{
    public function __construct(private readonly Client $client)
    {
    }

    /**
     * Create a webhook endpoint. From then on, events that match the filter of the endpoint are delivered to it, each signed with its secret. An account has at most 16 endpoints in each mode, and creates at most 200 within 24 hours, deleted ones included: more are refused with `rate_limited`, and `Retry-After` states when another can be created.
     *
     * @param CreateWebhookEndpointRequest $params
     * @param CallOptions $options
     * @return IssuedWebhookEndpoint
     * @throws \Paygate\PaygateError
     */
    public function create(array $params, array $options = []): array
    {
        return $this->client->request('POST', '/webhook-endpoints', body: $params, options: $options)->data;
    }

    /**
     * List webhook endpoints. All endpoints of the mode, newest first, without deleted ones.
     *
     * @param CallOptions $options
     * @return Pages<WebhookEndpoint, WebhookEndpointPage>
     */
    public function list(array $options = []): Pages
    {
        return $this->client->listAll('/webhook-endpoints', options: $options);
    }

    /**
     * Read a webhook endpoint. An endpoint of another merchant or of the other mode is answered like a missing one.
     *
     * @param CallOptions $options
     * @return WebhookEndpoint
     * @throws \Paygate\PaygateError
     */
    public function retrieve(string $id, array $options = []): array
    {
        return $this->client->request('GET', '/webhook-endpoints/{id}', ids: ['id' => $id], options: $options)->data;
    }

    /**
     * Change, pause or resume a webhook endpoint. A parameter that is absent or null leaves the value unchanged.
     *
     * @param UpdateWebhookEndpointRequest $params
     * @param CallOptions $options
     * @return WebhookEndpoint
     * @throws \Paygate\PaygateError
     */
    public function update(string $id, array $params, array $options = []): array
    {
        return $this->client->request('PATCH', '/webhook-endpoints/{id}', ids: ['id' => $id], body: $params, options: $options)->data;
    }

    /**
     * Delete a webhook endpoint. Nothing more is sent to it, and its secrets end. Its deliveries stay readable. To keep what it would receive, pause it instead.
     *
     * @param CallOptions $options
     * @throws \Paygate\PaygateError
     */
    public function delete(string $id, array $options = []): void
    {
        $this->client->request('DELETE', '/webhook-endpoints/{id}', ids: ['id' => $id], options: $options);
    }

    /**
     * List the deliveries to a webhook endpoint. The deliveries of the newest events first, in pages.
     *
     * @param ListWebhookEndpointDeliveriesQuery $params
     * @param CallOptions $options
     * @return Pages<Delivery, DeliveryPage>
     */
    public function deliveries(string $id, array $params = [], array $options = []): Pages
    {
        return $this->client->listAll('/webhook-endpoints/{id}/deliveries', ids: ['id' => $id], query: $params, options: $options);
    }

    /**
     * Send a test event. Sends `endpoint.ping` once, whatever the status of the endpoint, and returns its delivery with the attempt. A ping that fails is not retried. Takes no body.
     *
     * @param CallOptions $options
     * @return DeliveryWithAttempts
     * @throws \Paygate\PaygateError
     */
    public function test(string $id, array $options = []): array
    {
        return $this->client->request('POST', '/webhook-endpoints/{id}/test', ids: ['id' => $id], options: $options)->data;
    }

    /**
     * Send the events of a range of time again. Makes due every event of the range that matches the endpoint's filter and that the endpoint has not accepted, 100 a second. The recovery goes on until all events are examined, however many there are. An endpoint has one recovery at a time.
     *
     * @param RecoverRequest $params
     * @param CallOptions $options
     * @return Recovery
     * @throws \Paygate\PaygateError
     */
    public function recover(string $id, array $params, array $options = []): array
    {
        return $this->client->request('POST', '/webhook-endpoints/{id}/recover', ids: ['id' => $id], body: $params, options: $options)->data;
    }

    /**
     * Read the progress of a recovery. An object of another merchant or of the other mode is answered like a missing one.
     *
     * @param CallOptions $options
     * @return Recovery
     * @throws \Paygate\PaygateError
     */
    public function retrieveRecovery(string $id, string $recoveryId, array $options = []): array
    {
        return $this->client->request('GET', '/webhook-endpoints/{id}/recoveries/{recoveryId}', ids: ['id' => $id, 'recoveryId' => $recoveryId], options: $options)->data;
    }

    /**
     * Rotate the secret of a webhook endpoint. Makes a new secret. Until the overlap ends, deliveries carry a signature of each valid secret, at most three, so that no delivery fails verification while you replace the secret. The body may be left out.
     *
     * @param RotateWebhookSecretRequest $params
     * @param CallOptions $options
     * @return IssuedWebhookEndpoint
     * @throws \Paygate\PaygateError
     */
    public function rotateSecret(string $id, array $params = [], array $options = []): array
    {
        return $this->client->request('POST', '/webhook-endpoints/{id}/rotate-secret', ids: ['id' => $id], body: $params, options: $options)->data;
    }
}
