import type { Principal } from '@paygate/contracts';
import { principals } from '@paygate/contracts';
import type { AclEntry, Admin } from 'kafkajs';
import kafkajs from 'kafkajs';
import type { Names } from '../names.js';
import { rightsOf } from './rights.js';

const { AclOperationTypes: operation, AclPermissionTypes, AclResourceTypes: resource, ResourcePatternTypes } = kafkajs;

/** The changes. */
export interface AclReport {
  readonly granted: readonly string[];
  readonly revoked: readonly string[];
}

/** The login of what scales the services by the number of messages that wait for them. It is no principal: it handles none. */
const AUTOSCALER = 'autoscaler';

/** The ACLs of all principals and of the autoscaler. READ and WRITE include DESCRIBE. */
export function aclsOf(names: Names): readonly AclEntry[] {
  return [...principals.flatMap((principal) => aclsOfPrincipal(principal, names)), ...aclsOfAutoscaler(names)];
}

/**
 * Gives each principal its rights at the broker, and takes from it all others that reach topics or groups of the deployment. What
 * denies, and rights that lie outside, stay. Undefined when the broker has no authorizer: then nobody's rights are checked.
 */
export async function ensureAcls(admin: Admin, names: Names): Promise<AclReport | undefined> {
  const declared = new Map(aclsOf(names).map((acl) => [printAcl(acl), acl]));
  const existing = await existingAcls(admin, names);
  if (existing === undefined) return undefined;
  const missing = [...declared].filter(([text]) => !existing.has(text));
  const surplus = [...existing].filter(([text, acl]) => !declared.has(text) && givesRights(acl, names));
  if (missing.length > 0) await admin.createAcls({ acl: missing.map(([, acl]) => acl) });
  if (surplus.length > 0) await admin.deleteAcls({ filters: surplus.map(([, acl]) => acl) });
  return { granted: missing.map(([text]) => text), revoked: surplus.map(([text]) => text) };
}

/** One ACL as a line of text. */
export function printAcl(acl: AclEntry): string {
  const pattern = acl.resourcePatternType === ResourcePatternTypes.PREFIXED ? '*' : '';
  const verdict = acl.permissionType === AclPermissionTypes.ALLOW ? 'may' : 'may not';
  const [what, kind] = [nameIn(operation, acl.operation), nameIn(resource, acl.resourceType)];
  return `${acl.principal} ${verdict} ${what} ${kind} ${acl.resourceName}${pattern}${acl.host === '*' ? '' : ` from ${acl.host}`}`;
}

function aclsOfPrincipal(principal: Principal, names: Names): readonly AclEntry[] {
  const { writes, reads } = rightsOf(principal);
  const allow = {
    principal: `User:${names.user(principal)}`,
    host: '*',
    permissionType: AclPermissionTypes.ALLOW,
    resourcePatternType: ResourcePatternTypes.LITERAL,
  };
  const ownGroups = { resourcePatternType: ResourcePatternTypes.PREFIXED, resourceName: names.groupPrefix(principal) };
  const onGroup = { ...allow, resourceType: resource.GROUP };
  return [
    ...writes.map((stream) => ({
      ...{ ...allow, resourceType: resource.TOPIC, resourceName: names.topic(stream) },
      operation: operation.WRITE,
    })),
    ...reads.map((stream) => ({
      ...{ ...allow, resourceType: resource.TOPIC, resourceName: names.topic(stream) },
      operation: operation.READ,
    })),
    { ...onGroup, resourceName: names.serviceGroup(principal), operation: operation.READ },
    { ...onGroup, ...ownGroups, operation: operation.READ },
    // an instance deletes its own group when it ends
    { ...onGroup, ...ownGroups, operation: operation.DELETE },
  ];
}

/** It compares the end of each partition with what the groups have read, and gets no message. */
function aclsOfAutoscaler(names: Names): readonly AclEntry[] {
  return [resource.TOPIC, resource.GROUP].map((resourceType) => ({
    principal: `User:${names.user(AUTOSCALER)}`,
    host: '*',
    permissionType: AclPermissionTypes.ALLOW,
    resourceType,
    resourcePatternType: ResourcePatternTypes.PREFIXED,
    resourceName: names.ownPrefix,
    operation: operation.DESCRIBE,
  }));
}

/** True when an ACL allows something on what belongs to the deployment. A right on the cluster does. */
function givesRights(
  { permissionType, resourceType, resourceName, resourcePatternType }: AclEntry,
  names: Names,
): boolean {
  const within = names.isOwn(resourceName) || resourceName === '*' || resourceType === resource.CLUSTER;
  const around = resourcePatternType === ResourcePatternTypes.PREFIXED && names.ownBeginWith(resourceName);
  return permissionType === AclPermissionTypes.ALLOW && (within || around);
}

/** The ACLs that the principals and the autoscaler have now. */
async function existingAcls(admin: Admin, names: Names): Promise<ReadonlyMap<string, AclEntry> | undefined> {
  try {
    const users = [...principals, AUTOSCALER] as const;
    const found = await Promise.all(users.map((name) => aclsAt(admin, `User:${names.user(name)}`)));
    return new Map(found.flat().map((acl) => [printAcl(acl), acl]));
  } catch (error) {
    if (error instanceof Error && 'type' in error && error.type === 'SECURITY_DISABLED') return undefined;
    throw error;
  }
}

async function aclsAt(admin: Admin, principal: string): Promise<readonly AclEntry[]> {
  const { resources } = await admin.describeAcls({
    principal,
    resourceType: resource.ANY,
    resourcePatternType: ResourcePatternTypes.ANY,
    operation: operation.ANY,
    permissionType: AclPermissionTypes.ANY,
  });
  return resources.flatMap(({ acls, ...pattern }) => acls.map((acl) => ({ ...acl, ...patternOf(pattern) })));
}

function patternOf({
  resourceType,
  resourceName,
  resourcePatternType,
}: Pick<AclEntry, 'resourceType' | 'resourceName' | 'resourcePatternType'>): Pick<
  AclEntry,
  'resourceType' | 'resourceName' | 'resourcePatternType'
> {
  return { resourceType, resourceName, resourcePatternType };
}

function nameIn(names: Readonly<Record<string, string | number>>, value: number): string {
  return (Object.entries(names).find(([, number]) => number === value)?.[0] ?? String(value)).toLowerCase();
}
