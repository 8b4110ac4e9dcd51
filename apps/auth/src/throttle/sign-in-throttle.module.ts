import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SignInAttemptsRepository } from './sign-in-attempts.repository.js';
import { SignInThrottle } from './sign-in-throttle.js';
import { TrustedNetworksRepository } from './trusted-networks.repository.js';

@Module({
  imports: [PasswordsModule],
  providers: [SignInThrottle, SignInAttemptsRepository, TrustedNetworksRepository],
  exports: [SignInThrottle],
})
export class SignInThrottleModule {}
