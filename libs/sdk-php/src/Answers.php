<?php

declare(strict_types=1);

namespace Paygate;

/** An answer with its details. `text` is the body as it arrived, `replayed` says that it answers an earlier request of this key. */
final class Response
{
    /** @param array<string, string> $headers by names in lower case */
    public function __construct(
        public readonly mixed $data,
        public readonly int $status,
        public readonly string $requestId,
        public readonly int $attempts,
        public readonly bool $replayed,
        public readonly array $headers,
        public readonly string $text,
    ) {
    }
}

/**
 * A list: iterate over it for every object of all pages. `first()` is its first page, `pages()` gives page after page.
 *
 * @template Item
 * @template Page
 * @implements \IteratorAggregate<int, Item>
 */
final class Pages implements \IteratorAggregate
{
    public function __construct(private readonly \Closure $load) {}

    /** @return Page */
    public function first(): array
    {
        return ($this->load)(null);
    }

    /** @return \Generator<int, Page> */
    public function pages(): \Generator
    {
        for ($cursor = null; ; $cursor = $following) {
            $page = ($this->load)($cursor);
            $following = $page['hasMore'] ?? false ? $page['nextCursor'] ?? null : null;
            if ($following !== null && $following === $cursor) {
                throw new \UnexpectedValueException('the list repeats a cursor');
            }
            yield $page;
            if ($following === null) {
                return;
            }
        }
    }

    public function getIterator(): \Generator
    {
        foreach ($this->pages() as $page) {
            foreach ($page['data'] as $item) {
                yield $item;
            }
        }
    }
}

/** JSON as Paygate sends it. */
final class Json
{
    /** The value of a text: objects are arrays by name, and integers that PHP does not have are their digits. @throws \JsonException */
    public static function parsed(string $text): mixed
    {
        return json_decode($text, true, 512, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING | JSON_INVALID_UTF8_SUBSTITUTE);
    }
}
