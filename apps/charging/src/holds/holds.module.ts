import { Module } from '@nestjs/common';
import { BooksModule } from '../books/books.module.js';
import { Holds } from './holds.js';

const parts = [Holds];

/** Money that waits for a rail. */
@Module({
  imports: [BooksModule],
  providers: parts,
  exports: parts,
})
export class HoldsModule {}
