import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { ShopModule } from './shop.module.js';

// rawBody keeps the bytes that arrived, which the signature of a webhook is of
const app = await NestFactory.create(ShopModule, { rawBody: true, logger: ['error', 'warn'] });
await app.listen(process.env['PORT'] ?? 3000);
