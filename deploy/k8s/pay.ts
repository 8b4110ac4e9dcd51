/**
 * Makes the demo merchant's payments on the local overlay: a wallet payment and one by mobile money, each with its signed webhook. The
 * merchant's endpoint has a private address, so `webhooks` is allowed to deliver to it, which replaces its pod.
 *
 *   node deploy/k8s/pay.ts
 *
 * Exits with 1 when a step fails.
 */
import { run } from '../trial/commands.ts';
import { applyDemo, makePayment } from './cluster/demo.ts';

const webhooks = ['--namespace', 'paygate', 'deployment/webhooks'];

const receiver = await applyDemo();
await run('kubectl', ['set', 'env', ...webhooks, '--containers=service', `WEBHOOK_ALLOWED_ADDRESSES=${receiver}`]);
await run('kubectl', ['rollout', 'status', ...webhooks, '--timeout=5m']);
await makePayment();
