import { z } from 'zod'

/** Characters that show nothing, or make text look other than it is: controls, zero widths, changes of direction. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu

export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(UNSEEN, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/**
 * Nothing we ask for needs any of these, and whoever plants orders in a text wants people to follow them. No part of a
 * pattern is unbounded before what anchors it: a hostile text must not cost us time.
 */
const LURES = [
  /[a-z][a-z0-9+.-]{0,20}:\/\//i,
  /\bwww\./i,
  /\b(?:javascript:|mailto:|data:\w+\/)/i,
  /[\w.+-]@[\w-]+\.\w/,
  /<\/?[a-z!]/i,
  /\]\s*\(/,
  /`{3}/,
]

/** A text of the model that people will read: cleaned, of bearable length, without links, addresses and mark-up. */
export function said(most: number, least = 1) {
  return z
    .string()
    .max(8 * most)
    .transform(plainText)
    .pipe(
      z
        .string()
        .min(least)
        .max(most)
        .refine((text) => !LURES.some((lure) => lure.test(text)), 'holds a link, an address or mark-up'),
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

/** The contract as a JSON Schema of what endpoints take in their strict mode: no lengths, no ranges; we check those. */
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
  const kept: Record<string, unknown> = Object.fromEntries(entries)
  if (isNames || kept['type'] !== 'object') return kept
  return { ...kept, required: Object.keys(kept['properties'] ?? {}), additionalProperties: false }
}
