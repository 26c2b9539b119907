import { z } from 'zod'
import { shownText } from '../../../shared/text-rules.ts'

/** Invisible or misleading characters: controls, zero-width characters, changes of direction. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu

export function plainText(text: string): string {
  const plain = text
    .toWellFormed()
    .replace(UNSEEN, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
  return shownText(plain)
}

/**
 * No answer needs any of these, and injected instructions would use them to lure people. The repetitions before the
 * anchor of a pattern are bounded, so that a hostile text cannot make it slow (ReDoS).
 */
const FORBIDDEN_MARKUP = [
  /[a-z][a-z0-9+.-]{0,20}:\/\//i,
  /\bwww\./i,
  /\b(?:javascript:|mailto:|data:\w+\/)/i,
  /[\w.+-]@[\w-]+\.\w/,
  /<\/?[a-z!]/i,
  /\]\s*\(/,
  /`{3}/,
]

/** A text of the model that people will read: cleaned, of bounded length, without links, addresses and mark-up. */
export function modelText(maxLength: number) {
  return z
    .string()
    .max(8 * maxLength)
    .transform(plainText)
    .pipe(
      z
        .string()
        .min(1)
        .max(maxLength)
        .refine((text) => !FORBIDDEN_MARKUP.some((lure) => lure.test(text)), 'holds a link, an address or mark-up'),
    )
}

const KEPT = new Set([
  'type',
  'properties',
  'items',
  'anyOf',
  'enum',
  'description',
  'required',
  'additionalProperties',
])

/** The contract as JSON Schema for the strict mode of endpoints, which takes no lengths or ranges; we check those. */
export function schemaOf(contract: z.ZodType): Record<string, unknown> {
  const whole = z.toJSONSchema(contract, { io: 'input', target: 'draft-7' })
  return strict(whole) as Record<string, unknown>
}

function strict(node: unknown, isNames = false): unknown {
  if (Array.isArray(node)) return node.map((one) => strict(one))
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node)
    .filter(([name]) => isNames || KEPT.has(name))
    .map(([name, value]) => [name, strict(value, !isNames && name === 'properties')])
  const sanitized: Record<string, unknown> = Object.fromEntries(entries)
  if (isNames || sanitized['type'] !== 'object') return sanitized
  return { ...sanitized, required: Object.keys(sanitized['properties'] ?? {}), additionalProperties: false }
}
