import type { DevelopmentType } from '../../shared/ai.ts'
import type { ComplexityRating } from '../../shared/analysis.ts'
import { proseOf } from '../text/prose.ts'
import { onceEach } from '../text/text.ts'

/** Each part is detected in the text and scores points; the sum is the complexity. Explicit, so that it can be reviewed. */
const PARTS: { name: string; most: number; pattern: RegExp; each: number; because: (words: string[]) => string }[] = [
  {
    name: 'Integration points',
    most: 2.5,
    each: 0.8,
    pattern:
      /\b(?:interface|bank|gateway|ministry|port (?:system|community)|tax (?:office|authority)|treasury|webhook|message queue|external|partner|central bank|web service|api|edifact|xml|sftp|single sign-on)s?\b/gi,
    because: (words) => `Touches other systems: ${words.join(', ')}.`,
  },
  {
    name: 'Data migration',
    most: 2,
    each: 1,
    pattern:
      /\b(?:migrat\w*|convert\w*|old (?:rows|data|records)|history|merge|duplicates?|load(?:ed)? (?:of|into|the)|backfill|archive)\b/gi,
    because: (words) => `Existing data has to be moved or changed: ${words.join(', ')}.`,
  },
  {
    name: 'Security and law',
    most: 1.5,
    each: 0.6,
    pattern:
      /\b(?:security|encrypt\w*|rights|access|sign(?:ed|ature)s?|certificates?|audit\w*|law|legal|regulation|personal data|court)\b/gi,
    because: (words) => `Rights, evidence or law are involved: ${words.join(', ')}.`,
  },
  {
    name: 'Unknowns',
    most: 1.5,
    each: 0.6,
    pattern:
      /\b(?:maybe|perhaps|somehow|something like|to be (?:decided|discussed)|as discussed|not sure|unclear|etc|tbd|or similar)\b|\?/gi,
    because: (words) => `Open questions in the text: ${words.join(', ')}.`,
  },
  {
    name: 'Breadth',
    most: 2,
    each: 0.5,
    pattern:
      /\b(?:portal|mobile|tablet|screens?|pages?|workflow|approv\w+|report\w*|notif\w+|statistics|roles?|offices?|several|each step|payment|reminders?|print\w*)\b/gi,
    because: (words) => `Several parts of the product: ${words.join(', ')}.`,
  },
]

const TYPE_POINTS: Record<DevelopmentType, number> = {
  UI: 0.5,
  API: 1,
  Backend: 1,
  Database: 1.2,
  Security: 1.2,
  Integration: 1.8,
  'Full-Stack': 2.2,
}

export interface ComplexityInput {
  title: string
  description: string
  developmentType: DevelopmentType | null
  /** median days of the comparable requests, NaN when there are none */
  comparableDays: number
  /** median days of all finished requests, NaN when there are none */
  usualDays: number
}

/**
 * Score 1 … 10, computed from the prose: 1 to start with, plus the points of the parts, rounded. Up to 3 low, up to 5 medium,
 * up to 8 high, above critical.
 */
export function complexityOf(input: ComplexityInput): ComplexityRating {
  const text = `${proseOf(input.title.slice(0, 500))}. ${proseOf(input.description.slice(0, 6000))}`
  const parts: ComplexityRating['parts'] = []
  for (const { name, most, each, pattern, because } of PARTS) {
    const words = onceEach(Array.from(text.matchAll(pattern), ([word]) => word)).slice(0, 6)
    if (words.length === 0) continue
    parts.push({ name, points: tenth(Math.min(most, words.length * each)), because: because(words.slice(0, 4)) })
  }
  if (input.developmentType) {
    const points = TYPE_POINTS[input.developmentType]
    parts.push({ name: 'Kind of work', points, because: `${input.developmentType} work usually scores this much.` })
  }
  const ratio = input.comparableDays / input.usualDays
  if (Number.isFinite(ratio) && ratio > 0) {
    const points = tenth(Math.max(-1, Math.min(1.5, Math.log2(ratio))))
    if (points !== 0) {
      const than = points > 0 ? 'longer' : 'shorter'
      parts.push({ name: 'Comparable size', points, because: `Similar requests took ${than} than usual.` })
    }
  }
  const sum = parts.reduce((total, { points }) => total + points, 1)
  const score = Math.max(1, Math.min(10, Math.round(sum)))
  const ordered = [...parts].sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
  return {
    complexity: levelOf(score),
    score,
    reasoning:
      ordered.length === 0
        ? 'Nothing in the text points to more than a small change.'
        : ordered
            .slice(0, 3)
            .map(({ because }) => because)
            .join(' '),
    keyFactors: ordered.map(({ name, points }) => `${name} ${points > 0 ? '+' : '−'}${Math.abs(points)}`),
    parts,
  }
}

export function levelOf(score: number): ComplexityRating['complexity'] {
  return score <= 3 ? 'low' : score <= 5 ? 'medium' : score <= 8 ? 'high' : 'critical'
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}
