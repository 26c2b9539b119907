import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** A token's claims. They only identify a session: whether it is valid is checked in the database. */
const Claims = z.object({
  /** user id */
  sub: z.string(),
  /** session id */
  sid: z.string(),
  /** issued and expires, in seconds */
  iat: z.int(),
  exp: z.int(),
})
export type Claims = z.infer<typeof Claims>

/** The only header we write and the only one we accept, so a token cannot choose its own algorithm. */
const HEADER = encode({ alg: 'HS256', typ: 'JWT' })

/** A JSON Web Token (RFC 7519) signed with HMAC-SHA-256. */
export function signToken(claims: Claims, secretKey: Buffer): string {
  const signed = `${HEADER}.${encode(claims)}`
  return `${signed}.${signatureOf(signed, secretKey)}`
}

/** @returns the claims of a token that we signed, expired or not; undefined for any other text */
export function readToken(token: string, secretKey: Buffer): Claims | undefined {
  const [header, payload, signature, ...rest] = token.split('.')
  if (header !== HEADER || !payload || !signature || rest.length > 0) return undefined
  // Compared as text: base64url has several encodings of the same bytes, and only ours is accepted.
  const given = Buffer.from(signature)
  const expected = Buffer.from(signatureOf(`${header}.${payload}`, secretKey))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  try {
    return Claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString())).data
  } catch {
    return undefined
  }
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

// The prefix separates these signatures from everything else signed with the same secret key.
function signatureOf(signed: string, secretKey: Buffer): string {
  return createHmac('sha256', Buffer.concat([Buffer.from('session-token:'), secretKey]))
    .update(signed)
    .digest('base64url')
}
