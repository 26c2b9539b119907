import type { BucketSettings } from './bucket-client.ts'

/** Bucket names accepted by all S3-compatible stores. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const REGION = /^[a-z0-9-]{1,40}$/

/**
 * @param of beginning of the variables' names
 * @returns the settings, undefined without a bucket, or a sentence about what is wrong
 */
export function bucketSettings(
  env: Record<string, string | undefined>,
  of = 'FILES_S3_',
): { bucket?: BucketSettings; problem?: string } {
  const { bucket, endpoint, accessKeyId, secretAccessKey } = valuesIn(env, of)
  const region = env[`${of}REGION`] ?? 'us-east-1'
  if (bucket === undefined) {
    const alone = Object.keys(env).find((name) => name.startsWith(of) && env[name])
    return alone ? { problem: `${alone} needs ${of}BUCKET to be set too.` } : {}
  }
  if (!BUCKET.test(bucket)) return { problem: `${of}BUCKET must be the name of a bucket, not "${bucket}".` }
  if (endpoint !== undefined && !isEndpoint(endpoint)) {
    // The value may hold a password, so it isn't repeated.
    return { problem: `${of}ENDPOINT must look like https://s3.example.org, without a path or a password.` }
  }
  if (!REGION.test(region)) return { problem: `${of}REGION must be a region, not "${region}".` }
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    return { problem: `${of}ACCESS_KEY_ID and ${of}SECRET_ACCESS_KEY must be set together.` }
  }
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined
  return { bucket: { bucket, endpoint, region, credentials } }
}

function valuesIn(env: Record<string, string | undefined>, of: string) {
  return {
    bucket: env[`${of}BUCKET`],
    endpoint: env[`${of}ENDPOINT`],
    accessKeyId: env[`${of}ACCESS_KEY_ID`],
    secretAccessKey: env[`${of}SECRET_ACCESS_KEY`],
  }
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
