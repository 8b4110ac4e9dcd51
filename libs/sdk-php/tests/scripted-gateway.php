<?php

// A gateway whose answers are written down: php scripted-gateway.php <folder>. It takes the answers of <folder>/answers.json in turn, `drop`, `stall`, or a
// status with a body, and writes what it has seen to <folder>/seen.json.

declare(strict_types=1);

[, $folder] = $argv;
$server = stream_socket_server('tcp://127.0.0.1:0') ?: exit(1);
file_put_contents("$folder/address", stream_socket_get_name($server, false));
$stalled = [];
while (true) {
    $socket = @stream_socket_accept($server, 600) ?: exit(0);
    $head = '';
    while (!str_ends_with($head, "\r\n\r\n") && ($line = fgets($socket)) !== false) {
        $head .= $line;
    }
    [$method, $url] = [...explode(' ', $head), '', ''];
    preg_match_all('/^([\w-]+): (.*?)\r$/m', $head, $found);
    $headers = array_change_key_case(array_combine($found[1], $found[2]));
    $length = (int) ($headers['content-length'] ?? 0);
    $body = $length === 0 ? '' : stream_get_contents($socket, $length);
    $answers = json_decode(file_get_contents("$folder/answers.json"), true);
    $answer = array_shift($answers) ?? ['status' => 201, 'body' => ['id' => 'pi_1']];
    file_put_contents("$folder/answers.json", json_encode($answers));
    $seen = json_decode(file_get_contents("$folder/seen.json"), true);
    file_put_contents("$folder/seen.json", json_encode([...$seen, ['method' => $method, 'url' => $url, 'headers' => $headers, 'body' => $body]]));
    if ($answer === 'stall') {
        $stalled[] = $socket;
    } elseif ($answer === 'drop') {
        fclose($socket);
    } else {
        $problem = $answer['problem'] ?? null;
        $document = $problem === null ? $answer['body'] ?? null : ['type' => 't', 'title' => 't', 'detail' => 'why', 'requestId' => 'req_1', ...$problem];
        $status = $problem['status'] ?? $answer['status'] ?? 200;
        $text = $answer['text'] ?? json_encode($document === [] ? new stdClass() : $document);
        $sent = ['content-type' => 'application/json', 'x-request-id' => 'req_1', 'connection' => 'close', ...$answer['headers'] ?? []];
        $sent += $status === 204 ? [] : ['content-length' => (string) strlen($text)];
        fwrite($socket, "HTTP/1.1 $status -\r\n" . implode('', array_map(fn (string $name): string => "$name: $sent[$name]\r\n", array_keys($sent))) . "\r\n$text");
        fclose($socket);
    }
}
