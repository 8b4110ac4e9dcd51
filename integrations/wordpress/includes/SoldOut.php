<?php

declare(strict_types=1);

namespace PaygateShop;

/** The last piece of an item is ordered. */
final class SoldOut extends \RuntimeException
{
}
