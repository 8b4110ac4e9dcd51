import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { IdempotencyModule } from '../../idempotency/idempotency.module.js';
import { PasswordsModule } from '../../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SignInThrottleModule } from '../../throttle/sign-in-throttle.module.js';
import { EndSessions } from './end-sessions.js';
import { GetUserContacts } from './get-user-contacts.js';
import { ImportUsers } from './import-users.js';
import { BeginPasswordReset } from './password-reset/begin-password-reset.js';
import { PasswordsCommands } from './password-reset/passwords.commands.js';
import { PasswordChange } from './password-reset/password-change.js';
import { ResetCompletion } from './password-reset/reset-completion.js';
import { ResetPassword } from './password-reset/reset-password.js';
import { PhoneClaimsRepository } from './phone-claims.repository.js';
import { PhoneCodes } from './phone-codes.js';
import { ConfirmRegistration } from './registration/confirm-registration.js';
import { NewUsers } from './registration/new-users.js';
import { RegisterUser } from './registration/register-user.js';
import { RegistrationCommands } from './registration/registration.commands.js';
import { SignInCommands } from './sign-in.commands.js';
import { SignIn } from './sign-in.js';
import { UsersCommands } from './users.commands.js';
import { UsersRepository } from './users.repository.js';
import { WithdrawalCodesCommands } from './withdrawal-codes.commands.js';

/** End users: registration, sign-in, password reset, contacts, and the codes of their withdrawals. */
@Module({
  imports: [AuditModule, IdempotencyModule, PasswordsModule, SignInThrottleModule, SessionsModule],
  controllers: [UsersCommands, SignInCommands, RegistrationCommands, PasswordsCommands, WithdrawalCodesCommands],
  providers: [
    ...[ImportUsers, GetUserContacts, SignIn, EndSessions, PhoneCodes],
    ...[RegisterUser, ConfirmRegistration, NewUsers],
    ...[BeginPasswordReset, ResetPassword, ResetCompletion, PasswordChange],
    ...[UsersRepository, PhoneClaimsRepository],
  ],
  exports: [UsersRepository],
})
export class UsersModule {}
