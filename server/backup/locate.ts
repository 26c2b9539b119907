import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ConfigError } from '../platform/config-error.ts'
import { bucketSettings } from '../platform/files/bucket-settings.ts'
import { addressProblem } from '../platform/outgoing/address-problem.ts'
import { allowedAddresses } from '../platform/outgoing/allowed-lookup.ts'
import { type BackupFile, fileAt } from './backup-file.ts'
import { BucketTarget } from './targets/bucket-target.ts'
import { FolderTarget } from './targets/folder-target.ts'
import type { Target } from './targets/target.ts'

type Environment = Record<string, string | undefined>

/** Beginning of the names of the variables that open a bucket of backups. */
const BUCKET_VARIABLES = 'BACKUP_S3_'
const IN_BUCKET = /^s3:\/\/([^/]*)\/?(.*)$/

/** @param text a path, or `s3://bucket/key`, whose bucket opens with `BACKUP_S3_…` */
export function locateFile(text: string, environment: Environment): BackupFile {
  const [, , key] = IN_BUCKET.exec(text) ?? []
  if (key === undefined) return fileAt(resolve(text))
  const parts = key.split('/')
  const name = parts.pop()
  if (!name) throw new ConfigError(`${text} names no file: it must look like s3://bucket/file.rfd.`)
  const target = locateFolder(text.slice(0, -name.length), environment)
  return { target, name, scratch: scratchIn(environment) }
}

/** @param text a folder's path, or `s3://bucket/prefix` */
export function locateFolder(text: string, environment: Environment): Target {
  const [, name, path = ''] = IN_BUCKET.exec(text) ?? []
  if (name === undefined) return new FolderTarget(resolve(text))
  const prefix = path.replace(/\/$/, '')
  const variables = Object.entries(environment).map(([key, value]) => [key, value?.trim() || undefined])
  const { bucket, problem } = bucketSettings(
    { ...Object.fromEntries(variables), [`${BUCKET_VARIABLES}BUCKET`]: name },
    BUCKET_VARIABLES,
  )
  if (!bucket) throw new ConfigError(problem ?? `${text} names no bucket.`)
  const refused = bucket.endpoint && addressProblem(new URL(bucket.endpoint))
  if (refused) throw new ConfigError(`${BUCKET_VARIABLES}ENDPOINT ${refused}.`)
  return new BucketTarget({ ...bucket, prefix }, { lookup: allowedAddresses() })
}

/** Where the server proves backups, or the system's folder for what is passing. */
function scratchIn({ DATA_DIR = './data' }: Environment): string {
  const own = join(DATA_DIR, 'backups')
  return existsSync(own) ? own : tmpdir()
}
