import type { Notice } from '../../../shared/notices.ts'
import type { MailContent, MailItem, MailLink } from '../mail/content.ts'
import { isSecurity, type MutedTopic } from './mute-token.ts'
import { KINDS, REASONS, sentenceOf } from './words.ts'

export interface ContentContext {
  departmentOf: (key: string) => string
  /** undefined: the mail carries no links */
  publicUrl: string | undefined
  /** where the reader can end mail about the one thing that this is about */
  mute?: { what: string; url: string } | undefined
}

const SIGN_IN_ADVICE = 'If this was not you, change your password and tell your administrator.'

/** A mail about one request, or about something that is not a request. */
export function noticeContent(notices: readonly [Notice, ...Notice[]], context: ContentContext): MailContent {
  const [first] = notices
  const { requestId, values } = first
  const sentence = sentenceOf(first, context.departmentOf)
  return {
    // The same for all mail about a request: mail programs keep conversations together by it.
    subject: requestId === null ? sentence : `[${requestId}] ${values.title ?? ''}`,
    paragraphs: requestId === null ? [] : [`${requestId}: ${values.title ?? ''}`],
    items: notices.map((notice) => itemOf(notice, sentenceOf(notice, context.departmentOf))),
    ...openAction(first, context.publicUrl),
    footer: [`You get this because ${reasonsOf(notices)}.`, ...footerOf(context)],
  }
}

/** Everything that was gathered for a digest, the oldest first. @param more how many are left out */
export function digestContent(notices: readonly Notice[], more: number, context: ContentContext): MailContent {
  const total = notices.length + more
  const rest = more === 0 ? [] : [`${more} more are in the application, under Notifications.`]
  return {
    subject: total === 1 ? '1 notification' : `${total} notifications`,
    paragraphs: ['This is what happened meanwhile.', ...rest],
    items: notices.map((notice) => {
      const { requestId, values } = notice
      const sentence = sentenceOf(notice, context.departmentOf)
      if (requestId === null) return { ...itemOf(notice, sentence), url: urlOf(notice, context.publicUrl) }
      const item = itemOf(notice, `${requestId}: ${values.title ?? ''}`)
      return { ...item, lines: [sentence, ...item.lines], url: urlOf(notice, context.publicUrl) }
    }),
    footer: footerOf(context),
  }
}

function itemOf({ code, values }: Notice, title: string): MailItem {
  const lines = code === 'sign-in' ? [SIGN_IN_ADVICE] : values.rows === null ? [] : [`Rows: ${values.rows}`]
  return { title, lines, quote: values.excerpt ?? values.reason ?? undefined }
}

function openAction(notice: Notice, publicUrl: string | undefined): { action?: MailLink } {
  const url = urlOf(notice, publicUrl)
  return url === undefined
    ? {}
    : { action: { label: notice.requestId ? `Open ${notice.requestId}` : 'Open the application', url } }
}

function urlOf({ requestId, code, values: { path } }: Notice, publicUrl: string | undefined): string | undefined {
  if (publicUrl === undefined) return undefined
  if (requestId !== null) return `${publicUrl}/requests/${requestId}`
  // The profile lists the sessions; a bundle is about no single request.
  return `${publicUrl}${path ?? (code === 'sign-in' ? '/profile' : '/dashboard')}`
}

function reasonsOf(notices: readonly Notice[]): string {
  const codes = new Set(notices.flatMap(({ reasons }) => reasons.map(({ code }) => code)))
  const words = [...codes].map((code) => REASONS[code])
  return words.length === 0 ? 'your preferences say so' : words.join(', and because ')
}

function footerOf({ publicUrl, mute }: ContentContext): (string | MailLink)[] {
  if (publicUrl === undefined) return ['In your profile you choose what you are notified of.']
  const muting = mute ? [{ label: `No more mail about ${mute.what}`, url: mute.url }] : []
  return [...muting, { label: 'Choose what you are notified of', url: `${publicUrl}/profile` }]
}

/**
 * What a mute link of these notices names: their request, their kind if it is one, otherwise everything that a digest may
 * gather. Undefined for those that no link mutes.
 */
export function mutedBy(notices: readonly Notice[]): MutedTopic | undefined {
  const ids = new Set(notices.map(({ requestId }) => requestId))
  const codes = new Set(notices.map(({ code }) => code).filter((code) => !isSecurity(code)))
  const [requestId] = ids
  if (ids.size === 1 && typeof requestId === 'string') return { requestId }
  const [code] = codes
  if (code === undefined) return undefined
  return codes.size === 1 ? { code } : { digest: true }
}

export function mutedInWords(muted: MutedTopic): string {
  if ('requestId' in muted) return muted.requestId
  return 'code' in muted ? KINDS[muted.code] : 'anything but sign-ins and backups'
}
