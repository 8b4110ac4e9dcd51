import { IsString, Length, Matches } from 'class-validator';

/** An SMS as its sender submits it. A repeated `id` is the same message. */
export class SubmittedSms {
  @IsString() @Matches(/^[A-Za-z0-9_-]{1,64}$/) id!: string;
  /** E.164 */
  @IsString() @Matches(/^\+[1-9][0-9]{6,14}$/) to!: string;
  @IsString() @Length(1, 1_600) text!: string;
}
