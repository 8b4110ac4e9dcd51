import { ProcessConfig, Secret } from '@paygate/platform';
import { ArrayMaxSize, Equals, IsArray, IsInt, Matches, Max, Min } from 'class-validator';

export class RailSimulatorConfig extends ProcessConfig {
  /** The simulator shows real codes: it never runs beside production. */
  @Equals(true, { message: 'TEST_MODE must be true: this process exists for tests only' })
  override readonly TEST_MODE: boolean = false;

  /** Address of the SMS and e-mail inbox. It shows codes without a login: use loopback, or a container's own network. */
  @Matches(/^[A-Za-z0-9.:-]{1,253}$/)
  readonly INBOX_HOST: string = '127.0.0.1';

  /** Host names of the inbox besides those of loopback. */
  @IsArray()
  @ArrayMaxSize(16)
  @Matches(/^[A-Za-z0-9.-]{1,253}$/, { each: true, message: '$property must be a list of host names' })
  readonly INBOX_NAMES: string[] = [];

  /** Port of the SMS inbox, and of the page that shows it. */
  @IsInt()
  @Min(0)
  @Max(65_535)
  readonly INBOX_PORT!: number;

  /** Port of the e-mail inbox (SMTP); 0 takes any free one. */
  @IsInt()
  @Min(0)
  @Max(65_535)
  readonly INBOX_SMTP_PORT: number = 0;

  /** Authenticates senders: a bearer token over HTTP, the password over SMTP. */
  @Matches(/^[\x21-\x7e]{16,512}$/, { message: '$property must be 16 to 512 printable characters' })
  readonly INBOX_TOKEN!: Secret;
}
