import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, ArrayMinSize, IsArray, Matches, ValidateBy } from 'class-validator';
import { keyringFaults } from './keyring.js';

/** Field rules of configuration classes. None of their messages repeats the value: it may be a secret. */

/** `host:port` entries of a comma list, at least one. */
export const IsHostList = (): PropertyDecorator =>
  applyDecorators(
    IsArray(),
    ArrayMinSize(1),
    ArrayMaxSize(32),
    Matches(/^[A-Za-z0-9.-]{1,253}:[1-9][0-9]{0,4}$/, { each: true, message: '$property must be a list of host:port' }),
  );

/** A key list that {@link parseKeyring} reads. */
export const IsKeyList = (): PropertyDecorator =>
  ValidateBy({
    name: 'isKeyList',
    validator: {
      validate: (value) => typeof value === 'string' && keyringFaults(value).length === 0,
      defaultMessage: (context) =>
        `$property: ${typeof context?.value === 'string' ? keyringFaults(context.value).join('; ') : 'must be a text'}`,
    },
  });

/** A key of 32 bytes in base64. */
export const Is32Bytes = (): PropertyDecorator =>
  Matches(/^[A-Za-z0-9+/]{43}=$/, { message: '$property must be the base64 of 32 bytes' });

/** A PostgreSQL URL with role and database name. */
export const IsDatabaseUrl = (): PropertyDecorator =>
  ValidateBy({
    name: 'isDatabaseUrl',
    validator: {
      validate: isDatabaseUrl,
      defaultMessage: () => '$property must have the form postgres://role:password@host:port/database',
    },
  });

function isDatabaseUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, hostname, username, pathname } = new URL(value);
  return ['postgres:', 'postgresql:'].includes(protocol) && hostname !== '' && username !== '' && pathname.length > 1;
}
