<?php

// Loads the sources of the client, as the autoloader of Composer does for an installation.

declare(strict_types=1);

spl_autoload_register(function (string $class): void {
    if (!str_starts_with($class, 'Paygate\\')) {
        return;
    }
    foreach (['Errors', 'Api/ErrorClasses', 'Answers', 'Transport', 'Webhooks', 'Client'] as $file) {
        require_once __DIR__ . "/../src/$file.php";
    }
    $own = __DIR__ . '/../src/Api/' . basename(strtr($class, '\\', '/')) . '.php';
    if (!class_exists($class, false) && file_exists($own)) {
        require_once $own;
    }
});
