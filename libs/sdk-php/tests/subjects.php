<?php

// The samples of the guides about single subjects, in both languages, as they are written.

declare(strict_types=1);

// what the gateway answers to them, what they ask, and what a reader does with the names of the samples and what it gives
$refund = ['id' => 're_1', 'status' => 'PENDING', 'amount' => '1000'];
$listOf = fn (array ...$items): array => ['data' => $items, 'hasMore' => false, 'nextCursor' => null];
$page = $listOf($refund);
$event = ['id' => 'evt_9', 'type' => 'payment.completed', 'data' => ['paymentIntent' => ['id' => 'pi_9']]];
$subjects = [
    'idempotency' => [[['id' => 'pi_1'], ['id' => 'pi_1']], ['POST /gateway order-1042-1', 'POST /gateway order-1042-1']],
    'refunds' => [[$refund, $refund, $page, $page], ['POST /gateway/pi_1/refunds return-7', 'GET /refunds/re_1', 'GET /gateway/pi_1/refunds', 'GET /refunds?status=PENDING']],
    'payouts' => [[['net' => '995'], ['status' => 'PENDING']], ['GET /payout-fee?destinationId=pd_1&amount=1000', 'POST /payouts payout-47']],
    'payout-batches' => [
        [['id' => 'pbat_1'], ['id' => 'pbat_1'], ['status' => 'READY', 'total' => '1005']],
        ['POST /payout-batches wages-2026-11', 'POST /payout-batches/pbat_1/rows', 'POST /payout-batches/pbat_1/seal'],
    ],
    'balance' => [[['fee' => '20', 'net' => '1023'], ['balances' => []]], ['GET /fees?amount=1043&method=mtn_momo', 'GET /balance']],
    'webhooks' => [
        [
            ['id' => 'we_1', 'secret' => SECRET],
            ['object' => 'delivery'],
            $listOf(['id' => 'del_1', 'status' => 'failed'], ['id' => 'del_2', 'status' => 'delivered']),
            ['id' => 'del_1'],
            $listOf($event, ['id' => 'evt_8', 'type' => 'payment.failed']),
        ],
        ['POST /webhook-endpoints', 'POST /webhook-endpoints/we_1/test', 'GET /webhook-endpoints/we_1/deliveries', 'POST /deliveries/del_1/redeliver', 'GET /events?endingBefore=evt_7&limit=100'],
        '[$catchUp("evt_7"), $GLOBALS["fulfilled"]]',
        ['evt_9', ['evt_1', 'evt_9']],
    ],
    'payment-links' => [
        [['id' => 'pl_1', 'url' => 'https://pay.example/l', 'qrCodeUrl' => 'https://pay.example/q'], ['id' => 'pl_1'], ['id' => 'pl_1']],
        ['POST /payment-links', 'PATCH /payment-links/pl_1', 'PATCH /payment-links/pl_1'],
    ],
    'mobile-money' => [
        [['status' => 'PROCESSING', 'nextAction' => null], $page, $page, ['phoneNumber' => '+237677770001']],
        ['GET /gateway/pi_1', 'POST /gateway/search', 'GET /gateway?providerReference=mp+261120+1101+a77929', 'GET /gateway/pi_1/payer'],
    ],
    'receipts' => [[['sendsRemaining' => 2]], ['POST /gateway/pi_1/receipt']],
    'further-tries' => [
        [['id' => 'pi_1'], $listOf(['status' => 'COMPLETED'])],
        ['POST /gateway', 'GET /gateway?reference=order-1042'],
        '[$orderOf(["id" => "pi_2", "retryOf" => "pi_1"]), $isPaid]',
        ['pi_1', true],
    ],
    'test-mode' => [[['data' => [['code' => null], ['code' => '123456']]]], ['GET /test-inbox'], '$newest', '123456'],
    'errors' => [
        [['status' => 400, 'code' => 'amount_too_small', 'retryable' => false, 'min' => '100'], ['id' => 'pi_1']],
        ['POST /gateway', 'POST /gateway'],
        '[$createIntent("50"), $createIntent("5000")]',
        ['The smallest amount is 100.', ['id' => 'pi_1']],
    ],
    'going-live' => [[['key' => 'rk_test_1']], ['POST /api-keys'], '$key', 'rk_test_1'],
];
foreach ($subjects as $subject => $each) {
    [$answers, $asked, $use, $result] = [...$each, ...array_slice(['null', null], count($each) - 2)];
    foreach (["$guides/$subject.md", "$guides/fr/$subject.md"] as $file) {
        test("the samples of $file run", function () use ($file, $answers, $asked, $use, $result, $samplesOf, $script, $seen): void {
            $script(array_map(fn (array $body): array => [isset($body['retryable']) ? 'problem' : 'body' => $body], $answers));
            $paygate = new Paygate\Paygate(KEY, GATEWAY);
            [$orderId, $attempt, $intentId, $returnId, $destinationId, $week, $month, $reference] = ['1042', 1, 'pi_1', '7', 'pd_1', 47, '2026-11', 'order-1042'];
            $GLOBALS['fulfilled'] = [];
            ob_start();
            // in one piece, because a sample uses the names that one before it imports
            eval(implode("\n", $samplesOf($file)));
            ob_end_clean();
            same(eval("return $use;"), $result);
            // a key that the client has made is not named
            $keyOf = fn (array $each): string => preg_replace('/^[0-9a-f]{32}$/', '', $each['headers']['idempotency-key'] ?? '');
            same(array_map(fn (array $each): string => rtrim("$each[method] $each[url] {$keyOf($each)}"), $seen()), $asked);
        });
    }
}
