import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { NOTICE_CODES, type NoticeCode } from '../../../shared/notices.ts'

const DAY_MS = 86_400_000
const VALID_DAYS = 90

/**
 * Not muted by a link: whoever holds a forwarded mail, or a program that presses its buttons, would silence the warning of
 * an attack. Its person can switch them off in their profile.
 */
const SECURITY_CODES = ['sign-in', 'backup-failed', 'backup-missing'] as const satisfies NoticeCode[]

export function isSecurity(code: NoticeCode): boolean {
  return (SECURITY_CODES as readonly NoticeCode[]).includes(code)
}

/**
 * What a mute link ends for one person: mail about one request, about one kind of notice, or about all kinds that a digest
 * may gather.
 */
const Muting = z.union([
  z.strictObject({ personId: z.string(), requestId: z.string(), until: z.int() }),
  z.strictObject({ personId: z.string(), code: z.enum(NOTICE_CODES).exclude(SECURITY_CODES), until: z.int() }),
  z.strictObject({ personId: z.string(), digest: z.literal(true), until: z.int() }),
])
type Muting = z.infer<typeof Muting>
export type MutedTopic = { requestId: string } | { code: NoticeCode } | { digest: true }
export type Muted = { personId: string } & MutedTopic

/** A token that can end one thing for one person, and nothing else: whoever has the mail may use it. */
export function muteToken(secretKey: Buffer, muted: Muted, now: Date): string {
  const until = Math.floor(now.getTime() / DAY_MS) + VALID_DAYS
  const text = Buffer.from(JSON.stringify({ ...muted, until })).toString('base64url')
  return `${text}.${signatureOf(secretKey, text)}`
}

/** @returns undefined for a forged, foreign or expired token */
export function readMuteToken(secretKey: Buffer, token: string, now: Date): Muting | undefined {
  const [text = '', signature = ''] = token.split('.')
  const [given, expected] = [signature, signatureOf(secretKey, text)].map((one) => Buffer.from(one)) as [Buffer, Buffer]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  // Signed by us, but maybe by another version.
  const { data } = Muting.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  return data && data.until * DAY_MS > now.getTime() ? data : undefined
}

/** A key of its own: a signature for one purpose is worthless for another. */
function signatureOf(secretKey: Buffer, text: string): string {
  const key = Buffer.concat([Buffer.from('mute-link:'), secretKey])
  return createHmac('sha256', key).update(text).digest('base64url')
}
