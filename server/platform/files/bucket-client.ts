import type { LookupFunction } from 'node:net'
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'

export interface BucketSettings {
  bucket: string
  region: string
  /** address of a store other than Amazon's */
  endpoint: string | undefined
  /** undefined: found by Amazon's library, for example from the machine's role */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

export interface ClientLimits {
  connectTimeoutMs: number
  /** of a connection without traffic, and of a call unless it says otherwise */
  answerTimeoutMs: number
  /** per call, the first one included */
  attempts: number
  maxConnections: number
  /** resolves names; the system's otherwise */
  lookup?: LookupFunction
}

type BucketLibrary = typeof import('@aws-sdk/client-s3')

export interface BucketClient {
  library: BucketLibrary
  client: S3Client
}

const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }

/** The library is imported lazily: it takes tens of megabytes of memory. */
export async function openBucketClient(
  { region, endpoint, credentials }: BucketSettings,
  { connectTimeoutMs, answerTimeoutMs, attempts, maxConnections, lookup }: ClientLimits,
): Promise<BucketClient> {
  const library = await import('@aws-sdk/client-s3')
  const agent = { keepAlive: true, maxSockets: maxConnections, ...(lookup && { lookup }) }
  const config: S3ClientConfig = {
    region,
    endpoint,
    credentials,
    // Other stores do not support bucket names as subdomains.
    forcePathStyle: endpoint !== undefined,
    // Other stores don't support the newer checksums; ours are in the database.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attempts,
    // Its logger would write to the console; we report failures ourselves.
    logger: SILENT,
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      requestTimeout: answerTimeoutMs,
      throwOnRequestTimeout: true,
      socketTimeout: answerTimeoutMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  }
  return { library, client: new library.S3Client(config) }
}
