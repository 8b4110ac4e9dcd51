<?php

return ['dependencies' => ['wp-blocks', 'wp-element', 'wp-components', 'wp-block-editor', 'wp-i18n'], 'version' => '0.1.0'];
