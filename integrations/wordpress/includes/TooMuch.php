<?php

declare(strict_types=1);

namespace PaygateShop;

/** More is to be refunded than is left of the order. */
final class TooMuch extends \RuntimeException
{
}
