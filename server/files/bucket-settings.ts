import type { BucketSettings } from './bucket-client.ts'

interface Variables {
  FILES_S3_BUCKET?: string
  FILES_S3_ENDPOINT?: string
  FILES_S3_REGION?: string
  FILES_S3_ACCESS_KEY_ID?: string
  FILES_S3_SECRET_ACCESS_KEY?: string
}

/** Bucket names accepted by all S3-compatible stores. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/** @returns the settings, undefined for the local folder, or a sentence about what is wrong */
export function bucketSettings(env: Variables): { bucket?: BucketSettings; problem?: string } {
  const { FILES_S3_BUCKET: bucket, FILES_S3_ENDPOINT: endpoint, FILES_S3_REGION: region = 'us-east-1' } = env
  const { FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (bucket === undefined) {
    const alone = Object.keys(env).find((name) => name.startsWith('FILES_S3_') && env[name as keyof Variables])
    return alone ? { problem: `${alone} needs FILES_S3_BUCKET to be set too.` } : {}
  }
  if (!BUCKET.test(bucket)) return { problem: `FILES_S3_BUCKET must be the name of a bucket, not "${bucket}".` }
  if (endpoint !== undefined && !isEndpoint(endpoint)) {
    // The value may hold a password, so it isn't repeated.
    return { problem: 'FILES_S3_ENDPOINT must look like https://s3.example.org, without a path or a password.' }
  }
  if (!/^[a-z0-9-]{1,40}$/.test(region)) return { problem: `FILES_S3_REGION must be a region, not "${region}".` }
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    return { problem: 'FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY must be set together.' }
  }
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined
  return { bucket: { bucket, endpoint, region, credentials } }
}

function isEndpoint(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return (
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    !url.search &&
    !url.username &&
    !url.hash
  )
}
