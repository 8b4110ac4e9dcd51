<?php

// Generated from docs/api/openapi.json by `npm run docs`.

declare(strict_types=1);

namespace Paygate\Api;

use Paygate\Client;
use Paygate\Pages;

/**
 * @phpstan-import-type Delivery from Types
 * @phpstan-import-type DeliveryPage from Types
 * @phpstan-import-type Event from Types
 * @phpstan-import-type EventPage from Types
 * @phpstan-import-type ListEventsQuery from Types
 * @phpstan-import-type CallOptions from Types
 */
final class Events
{
    public function __construct(private readonly Client $client)
    {
    }

    /**
     * List events. Newest first, in pages. To follow events, ask for those after the newest one that you have, with `endingBefore` and `Prefer: wait=5`: no event is left out. A restricted key gets the events whose objects it may read, `refund.*` with `refunds:read` for example; a `type` that it may not read is refused.
     *
     * @param ListEventsQuery $params
     * @param CallOptions $options, of which waitSeconds is at most 5
     * @return Pages<Event, EventPage>
     */
    public function list(array $params = [], array $options = []): Pages
    {
        return $this->client->listAll('/events', query: $params, options: $options);
    }

    /**
     * Read an event. The body of the answer is the same as in the deliveries, byte for byte. An object of another merchant or of the other mode is answered like a missing one.
     *
     * @param CallOptions $options
     * @return Event
     * @throws \Paygate\PaygateError
     */
    public function retrieve(string $id, array $options = []): array
    {
        return $this->client->request('GET', '/events/{id}', ids: ['id' => $id], options: $options)->data;
    }

    /**
     * List the deliveries of an event. One delivery for each endpoint that the event is sent to, in one page.
     *
     * @param CallOptions $options
     * @return Pages<Delivery, DeliveryPage>
     */
    public function deliveries(string $id, array $options = []): Pages
    {
        return $this->client->listAll('/events/{id}/deliveries', ids: ['id' => $id], options: $options);
    }
}
