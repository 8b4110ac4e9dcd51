import { Module } from '@nestjs/common';
import { NewPasswords } from './new-passwords.js';
import { PasswordHashing } from './password-hashing.js';

@Module({ providers: [PasswordHashing, NewPasswords], exports: [PasswordHashing, NewPasswords] })
export class PasswordsModule {}
