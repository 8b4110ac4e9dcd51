<?php
// Sends one request whose members stand in any order, with the escapes of json_encode: \/ and \u00e9.
[, $path, $key] = $argv;
$body = [];
foreach (array_slice($argv, 3) as $pair) {
    [$name, $value] = explode('=', $pair, 2);
    $body[$name] = $value;
}
$metadata = ['order' => '1042', 'customer' => 'Ada', 'shop' => 'Mvog-Mbi & Fils', 'note' => 'thé/café', 'a' => '1', 'b' => '2', 'c' => '3', 'd' => '4'];
$names = array_keys($metadata);
shuffle($names);
$body['metadata'] = array_merge(array_flip($names), $metadata);
$names = array_keys($body);
shuffle($names);
$text = json_encode(array_merge(array_flip($names), $body));
$request = curl_init(getenv('PAYGATE_URL') . $path);
curl_setopt_array($request, [
    CURLOPT_CAINFO => getenv('PAYGATE_CA'),
    CURLOPT_HTTPHEADER => ['authorization: Bearer ' . getenv('PAYGATE_SECRET_KEY'), 'content-type: application/json', "idempotency-key: $key"],
    CURLOPT_POSTFIELDS => $text,
    CURLOPT_RETURNTRANSFER => true,
]);
$answer = curl_exec($request);
if ($answer === false) {
    fwrite(STDERR, curl_error($request));
    exit(1);
}
echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), "\n$text\n$answer\n";
