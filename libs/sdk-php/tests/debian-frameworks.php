<?php

// Symfony, Laravel, Guzzle and Nyholm's PSR-7, as Debian's packages have them: php-symfony-http-client, php-illuminate-http, php-guzzlehttp-guzzle and
// php-nyholm-psr7.

foreach (['Illuminate/Http', 'Symfony/Component/HttpClient', 'GuzzleHttp', 'Nyholm/Psr7'] as $package) {
    require_once "/usr/share/php/$package/autoload.php";
}
