import { join } from 'node:path'
import { z } from 'zod'
import { seal, unseal } from '../platform/outgoing/seal.ts'
import { allowedAddresses } from '../platform/outgoing/allowed-lookup.ts'
import type { Deps } from './deps.ts'
import type { Stored } from './stored-settings.ts'
import { BucketTarget, type BucketTargetOptions } from './targets/bucket-target.ts'
import { FolderTarget } from './targets/folder-target.ts'
import { type Target, TargetFailure } from './targets/target.ts'

type Keys = Pick<Deps['config'], 'secretKey'>

/** Where in which bucket backups lie, without the keys that open it: stored with each of them. */
const BucketPlace = z.object({ endpoint: z.string(), region: z.string(), bucket: z.string(), prefix: z.string() })

export function backupFolder({ dataDir }: Pick<Deps['config'], 'dataDir'>): string {
  return join(dataDir, 'backups')
}

/** The name of a backup at its place. */
export function nameOf(id: string): string {
  return `${id}.rfd`
}

/** The place of the next backup, as it is stored with it; null: the folder. */
export function placeOf(stored: Stored): string | null {
  return stored.target === 'folder' ? null : JSON.stringify(BucketPlace.parse(stored))
}

/** For people, such as `s3://bucket/prefix`. */
export function bucketIn(place: string): string {
  const { bucket, prefix } = BucketPlace.parse(JSON.parse(place))
  return `s3://${bucket}${prefix && `/${prefix}`}`
}

/**
 * Opens a place, a bucket with the keys of the present settings.
 * @throws TargetFailure `refused` without keys
 */
export function openPlace(
  config: Deps['config'],
  stored: Stored,
  place: string | null,
  limits?: BucketTargetOptions['limits'],
): Target {
  if (place === null) return new FolderTarget(backupFolder(config))
  const { endpoint, ...where } = BucketPlace.parse(JSON.parse(place))
  const secretAccessKey = secretKeyOf(config, stored)
  // Without keys, the library would ask the machine for its own.
  if (secretAccessKey === undefined) throw new TargetFailure('refused', bucketIn(place))
  const credentials = { accessKeyId: stored.accessKeyId, secretAccessKey }
  const settings = { ...where, endpoint: endpoint || undefined, credentials }
  return new BucketTarget(settings, { lookup: allowedAddresses(), ...(limits && { limits }) })
}

/** FILE of the command, and the variables that open it. */
export function fileOf(
  config: Deps['config'],
  stored: Stored,
  { id, place }: { id: string; place: string | null },
): { file: string; environment: Record<string, string> } {
  if (place === null) return { file: join(backupFolder(config), nameOf(id)), environment: {} }
  const { endpoint, region } = BucketPlace.parse(JSON.parse(place))
  return {
    file: `${bucketIn(place)}/${nameOf(id)}`,
    environment: {
      BACKUP_S3_ENDPOINT: endpoint,
      BACKUP_S3_REGION: region,
      BACKUP_S3_ACCESS_KEY_ID: stored.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: secretKeyOf(config, stored) ?? '',
    },
  }
}

/** @returns undefined without one, or when SECRET_KEY has changed since it was entered */
export function secretKeyOf({ secretKey }: Keys, { endpoint, sealedSecretKey }: Stored): string | undefined {
  return sealedSecretKey === null ? undefined : unseal(secretKey, sealedSecretKey, boundTo(endpoint))
}

export function sealSecretKey({ secretKey }: Keys, endpoint: string, secret: string): string {
  return seal(secretKey, secret, boundTo(endpoint))
}

function boundTo(endpoint: string): string {
  return `backups at ${endpoint || 'Amazon'}`
}
