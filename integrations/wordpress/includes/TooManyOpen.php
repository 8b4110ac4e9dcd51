<?php

declare(strict_types=1);

namespace PaygateShop;

/** A visitor has as many unpaid orders that hold a limited stock as one may have. */
final class TooManyOpen extends \RuntimeException
{
}
