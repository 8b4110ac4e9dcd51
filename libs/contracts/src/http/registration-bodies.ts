import { IsOptional, IsString, Matches } from 'class-validator';
import { IsEmailAddress, IsId, IsText } from '../schema/fields.js';
import { Note } from '../schema/declarations.js';
import { SentCodeAnswer } from './answers.js';
import { IsPhoneNumber } from './requests.js';

/** Bodies of registration and of forgotten passwords. */

/** The least and the most characters of a new password. */
export const PASSWORD_MIN_CHARACTERS = 8;
export const PASSWORD_MAX_CHARACTERS = 256;

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
  @IsEmailAddress()
  email?: string | null;
}

export class RegisterUserAnswer extends SentCodeAnswer {
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

export class ForgotPasswordRequest {
  @Note({ description: 'International format (E.164). A code is sent there.', example: '+237670000001' })
  @IsPhoneNumber()
  phoneNumber!: string;
}

export class ForgotPasswordAnswer extends SentCodeAnswer {
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
