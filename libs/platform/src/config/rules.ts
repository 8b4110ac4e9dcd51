import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
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

/** Keys of 32 bytes in base64, one to eight of them, comma-separated. */
export const Are32Bytes = (): PropertyDecorator =>
  Matches(/^[A-Za-z0-9+/]{43}=(\s*,\s*[A-Za-z0-9+/]{43}=){0,7}$/, {
    message: '$property must be a list of base64 of 32 bytes each',
  });

/** A rule on several variables. It is declared on a field that is always present, because absent ones are not validated. */
export const Needs = (message: string, holds: (config: never) => boolean): PropertyDecorator =>
  ValidateBy({
    name: message,
    validator: {
      validate: (_value, context) => context !== undefined && holds(context.object as never),
      defaultMessage: () => message,
    },
  });

/** One or more certificates in PEM. */
export const IsCertificates = (): PropertyDecorator =>
  ValidateBy({
    name: 'isCertificates',
    validator: {
      validate: (value) => typeof value === 'string' && areCertificates(value),
      defaultMessage: () => '$property must be certificates in PEM',
    },
  });

/** A Redis URL, on the field REDIS_URL beside REDIS_CA. */
export const IsRedisUrl = (): PropertyDecorator =>
  applyDecorators(
    Matches(/^rediss?:\/\/\S+$/, { message: '$property must have the form redis://[user:password@]host:port' }),
    Needs(
      'REDIS_CA needs a REDIS_URL with rediss://',
      (config: { readonly REDIS_URL: unknown; readonly REDIS_CA?: unknown }) =>
        config.REDIS_CA === undefined || String(config.REDIS_URL).startsWith('rediss:'),
    ),
  );

/**
 * A PostgreSQL URL with role and database name. For TLS it ends in `?sslmode=verify-full`, and in `&sslrootcert=<file>` where Node does
 * not know the authority. The weaker modes of libpq are refused, because they accept any server.
 */
export const IsDatabaseUrl = (): PropertyDecorator =>
  ValidateBy({
    name: 'isDatabaseUrl',
    validator: {
      validate: (value) => databaseUrlFault(value) === undefined,
      defaultMessage: (context) => `$property ${databaseUrlFault(context?.value) ?? ''}`,
    },
  });

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function areCertificates(text: string): boolean {
  const found = text.match(PEM_CERTIFICATE) ?? [];
  try {
    return found.map((pem) => new X509Certificate(pem)).length > 0;
  } catch {
    return false;
  }
}

function databaseUrlFault(value: unknown): string | undefined {
  if (typeof value !== 'string' || !isDatabaseUrl(value))
    return 'must have the form postgres://role:password@host:port/database';
  const { searchParams } = new URL(value);
  // pg takes the last of several
  const repeated = ['sslmode', 'sslrootcert'].find((name) => searchParams.getAll(name).length > 1);
  if (repeated !== undefined) return `has ${repeated} more than once`;
  const [mode, authority] = [searchParams.get('sslmode'), searchParams.get('sslrootcert')];
  if (mode !== null && mode !== 'verify-full' && mode !== 'disable') return 'must have sslmode=verify-full or none';
  if (authority === null) return undefined;
  if (mode !== 'verify-full') return 'has sslrootcert without sslmode=verify-full';
  return isCertificateFile(authority)
    ? undefined
    : 'has an sslrootcert that is no readable file of certificates in PEM';
}

function isCertificateFile(path: string): boolean {
  try {
    return areCertificates(readFileSync(path, 'utf8'));
  } catch {
    return false;
  }
}

function isDatabaseUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, pathname } = new URL(value);
  return ['postgres:', 'postgresql:'].includes(protocol) && hostname !== '' && username !== '' && pathname.length > 1;
}
