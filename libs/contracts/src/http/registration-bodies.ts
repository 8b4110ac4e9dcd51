import { ArrayMaxSize, IsArray, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { IsId, IsMaskedDestination, IsText, IsTimestamp } from '../fields.js';
import { Note } from '../schema/declarations.js';
import { IsPhoneNumber } from './requests.js';

/** Bodies of registration and of forgotten passwords. */

/** The least and the most characters of a new password. */
export const PASSWORD_MIN_CHARACTERS = 8;
export const PASSWORD_MAX_CHARACTERS = 256;

/** An address as HTML's e-mail fields take it, with a domain of two to four labels; ASCII only, nothing that ends a header. */
const EMAIL_PATTERN =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?){1,3}$/;
const badEmail = { message: 'must be an e-mail address' };
const CODE_PATTERN = /^[0-9]{4,10}$/;
const badCode = { message: 'must be a code of digits' };

export class RegisterUserRequest {
  @Note({ description: 'International format (E.164). A code is sent there.', example: '+237670000001' })
  @IsPhoneNumber()
  phoneNumber!: string;

  @Note({
    description: 'At least 8 characters, and none of the commonest passwords.',
    example: 'correct horse battery staple',
  })
  @IsText(PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS)
  password!: string;

  @Note({ description: 'Codes may be sent there too, when asked for.', example: 'ada@customers.example' })
  @IsOptional()
  @IsString(badEmail)
  @Matches(EMAIL_PATTERN, badEmail)
  email?: string | null;
}

/** What is known of a code that was sent to a phone. */
class PhoneCodeAnswer {
  @Note({ description: 'Where the code went, masked.', example: '********01' })
  @IsMaskedDestination()
  destination!: string;

  @Note({ description: 'Digits of the code.', example: 6 })
  @IsInt()
  @Min(4)
  @Max(10)
  codeLength!: number;

  @Note({ example: '2026-11-20T10:05:00.000Z' })
  @IsTimestamp()
  expiresAt!: string;

  @Note({ description: 'Before this moment another code is refused.', example: '2026-11-20T10:00:30.000Z' })
  @IsTimestamp()
  resendAvailableAt!: string;

  @Note({ example: 4 })
  @IsInt()
  @Min(0)
  @Max(100)
  sendsRemaining!: number;
}

export class RegisterUserAnswer extends PhoneCodeAnswer {
  @Note({
    description: 'The registration that the code confirms: no other one’s code does.',
    example: 'reg_4hj6m8p0r2t4v6x8z0a2c4e6g8',
  })
  @IsId('registration')
  registrationId!: string;
}

export class ConfirmRegistrationRequest {
  @Note({ description: 'The registration that the code was sent for.', example: 'reg_4hj6m8p0r2t4v6x8z0a2c4e6g8' })
  @IsId('registration')
  registrationId!: string;

  @Note({ description: 'The code, as the customer typed it.', example: '042917' })
  @IsString()
  @Matches(CODE_PATTERN, badCode)
  otp!: string;
}

export class RegisteredUserAnswer {
  @Note({ description: 'User identifier.', example: 'usr_01k8zq3x7mf2rv9t5c6hdn4e8w' })
  @IsId('user')
  id!: string;

  @Note({ description: 'International format.', example: '+237670000001' })
  @IsText(16, 1)
  phoneNumber!: string;

  @Note({ description: 'Includes `USER`.', example: ['USER'] })
  @IsArray()
  @ArrayMaxSize(16)
  @IsString({ each: true })
  roles!: string[];
}

export class ForgotPasswordRequest {
  @Note({ description: 'International format (E.164). A code is sent there.', example: '+237670000001' })
  @IsPhoneNumber()
  phoneNumber!: string;
}

export class ForgotPasswordAnswer extends PhoneCodeAnswer {
  @Note({ description: 'The reset that the code allows.', example: 'pwr_4hj6m8p0r2t4v6x8z0a2c4e6g8' })
  @IsId('passwordReset')
  resetId!: string;
}

export class ResetPasswordRequest {
  @Note({ description: 'The reset that the code was sent for.', example: 'pwr_4hj6m8p0r2t4v6x8z0a2c4e6g8' })
  @IsId('passwordReset')
  resetId!: string;

  @Note({ description: 'The code, as the customer typed it.', example: '042917' })
  @IsString()
  @Matches(CODE_PATTERN, badCode)
  otp!: string;

  @Note({
    description: 'At least 8 characters, and none of the commonest passwords.',
    example: 'a better horse and battery',
  })
  @IsText(PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS)
  password!: string;
}
