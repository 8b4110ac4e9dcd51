import { IsEmail, IsString, Length, Matches } from 'class-validator';

/** A message as its sender hands it in. `id` is the sender's: the same one again is the same message. */
class HandedInMessage {
  @IsString() @Matches(/^[A-Za-z0-9_-]{1,64}$/) id!: string;
  @IsString() @Length(1, 1_600) text!: string;
}

export class HandedInSms extends HandedInMessage {
  /** E.164 */
  @IsString() @Matches(/^\+[1-9][0-9]{6,14}$/) to!: string;
}

export class HandedInEmail extends HandedInMessage {
  @IsEmail() to!: string;
  @IsString() @Length(1, 200) subject!: string;
}
