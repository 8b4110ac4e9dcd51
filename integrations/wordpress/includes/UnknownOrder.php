<?php

declare(strict_types=1);

namespace PaygateShop;

/** A payment of this shop whose order the database does not have, as after it was restored from a backup. */
final class UnknownOrder extends \RuntimeException
{
}
