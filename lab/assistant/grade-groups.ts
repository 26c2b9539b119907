import type { Line } from './given.ts'
import { associatedValues, firstNamed, hasValue, seriesIn, valuesInSentences } from './reading.ts'
import { gradeEmpty } from './grade-empty.ts'
import type { Tier, Truth } from './truth.ts'
import { type Case, type Grade, right, wrong } from './verdicts.ts'
import { type Duration, durationsIn, isAbout, isNamed, namesOf, numbersAsked, numbersIn, sentencesOf } from './words.ts'

type Of<K extends Truth['kind']> = Extract<Truth, { kind: K }>

export function gradeRanking({ tiers, top, known, isDays }: Of<'ranking'>, its: Case): Grade {
  if (tiers.length === 0 || (!isDays && tiers[0]!.value === 0 && tiers.length === 1)) return gradeEmpty(its)
  const named = firstNamed(its.given, known, top)
  let at = 0
  for (const { groups } of tiers) {
    const part = named.slice(at, Math.min(at + groups.length, top))
    if (part.some((group) => !groups.includes(group)))
      return wrong(`names ${named.join(', ')}, not ${groups.join(', ')}`)
    at += part.length
    if (part.length < groups.length) break
  }
  const expected = Math.min(
    top,
    tiers.reduce((sum, { groups }) => sum + groups.length, 0),
  )
  if (at < expected) return wrong(`names ${at} of ${expected}`)
  return gradeTopValue(named[0]!, tiers[0]!, named, isDays, its)
}

/** A number beside the first name must be that group's value; without a number, no other group may be named. */
function gradeTopValue(name: string, tier: Tier, named: readonly string[], isDays: boolean, its: Case): Grade {
  const { given, questions } = its
  const values = associatedValues(given, [namesOf(name)], isDays)[0]!
  const numbers = numbersAsked(questions)
  const meant = isDays ? values : values.filter(({ days }) => !numbers.has(days) || days === tier.value)
  if (meant.length > 0) return hasValue(meant, tier.value) ? right(`names ${name}`) : wrong(`${name} has ${tier.value}`)
  const other = named.find((group) => !tier.groups.includes(group))
  return other ? wrong(`names ${other}, too, and no number`) : right(`names ${name}`)
}

export function gradeGroups({ counts, unnamed }: Of<'groups'>, its: Case): Grade {
  if (counts.length === 0) return gradeEmpty(its)
  const { given } = its
  const names = counts.map(([group]) => namesOf(group))
  const values = associatedValues(given, names, false)
  const off = counts.findIndex(([, count], i) => !hasValue(values[i]!, count))
  if (off >= 0) return wrong(`${counts[off]![0]} has ${counts[off]![1]}`)
  const others = given.lines.filter(({ label }) => names.every((one) => !isNamed(label, one)))
  const stranger = others.find(({ cells }) => {
    const numbers = cells.flatMap(({ text }) => numbersIn(text)).filter((number) => number > 0)
    return numbers.length > 0 && !numbers.includes(unnamed)
  })
  if (stranger && !/total|all|sum/i.test(stranger.label)) return wrong(`shows ${stranger.label}, which has none`)
  return right('every group is right')
}

export function gradeDays({ value, over }: Of<'days'>, its: Case): Grade {
  if (over === 0) return gradeEmpty(its)
  const durations = meantDurations(its)
  return durations.some((one) => isAbout(one, value))
    ? right(`says ${value.toFixed(1)}`)
    : wrong(`not ${value.toFixed(1)} days`)
}

/**
 * The durations of the first sentence that has any beyond those of the question, otherwise of a single-row table: in a longer
 * table another value may match by chance.
 */
function meantDurations({ given, questions, isPart }: Case): Duration[] {
  const asked = durationsIn(questions.join('\n'))
  const news = (text: string) => durationsIn(text).filter(({ days }) => !asked.some((one) => one.days === days))
  const inText = isPart
    ? news(given.text)
    : sentencesOf(given.text)
        .map(news)
        .find(({ length }) => length > 0)
  if (inText) return inText
  return given.lines.length === 1 ? given.lines[0]!.cells.flatMap(({ text }) => durationsIn(text)) : []
}

/** Both values must stand beside their names, in an answer about these two. */
export function gradeComparison({ sides, isDays }: Of<'comparison'>, { given }: Case): Grade {
  const names = sides.map(({ name }) => name)
  const speaksOf = (text: string) => names.some((name) => isNamed(text, name))
  const isLineOf = ({ label, cells }: Line) => [label, ...cells.map(({ column }) => column)].some(speaksOf)
  if (!speaksOf(given.text) && !given.lines.every(isLineOf)) return wrong('is about others')
  // A weekly chart may follow a sentence with both sums.
  const ways = [associatedValues(given, names, isDays), ...valuesInSentences(given, names, isDays)]
  const offs = ways.map((values) => sides.findIndex(({ value }, i) => !hasValue(values[i]!, value)))
  const [off] = offs
  return offs.includes(-1) ? right('both sides are right') : wrong(`${sides[off!]!.name[0]} has ${sides[off!]!.value}`)
}

/** The displayed values must be the latest part of the series, without gaps. */
export function gradeSeries({ values, atLeast, isDays }: Of<'series'>, { given }: Case): Grade {
  const known = values.filter((value) => value !== null)
  const matches = (shown: readonly number[]) => {
    const ends = [known.length, known.length - 1]
    return ends.some((end) => {
      const part = known.slice(Math.max(end - shown.length, 0), end)
      return part.length === shown.length && part.every((value, i) => Math.abs(value - shown[i]!) <= (isDays ? 0.6 : 0))
    })
  }
  const enough = Math.min(atLeast, known.length)
  const series = seriesIn(given).filter((one) => one.length >= enough)
  const match = series.find((one) => matches(one) || matches(one.toReversed()))
  return match ? right('the series is right') : wrong(`not the series ${known.slice(-6).join(', ')}`)
}

export function gradeShare({ part, whole }: Of<'share'>, { given }: Case): Grade {
  const percents = [...given.everything.matchAll(/(\d+(?:\.\d+)?) ?(?:%|per ?cent)/gi)].map(([, number]) =>
    Number(number),
  )
  const numbers = numbersIn(given.text)
  if (percents.some((percent) => Math.abs(percent - (100 * part) / whole) <= 0.6))
    return right(`says ${part} of ${whole}`)
  if (percents.length > 0) return wrong(`not ${part} of ${whole}`)
  return numbers.includes(part) && numbers.includes(whole)
    ? right(`says ${part} of ${whole}`)
    : wrong(`not ${part} of ${whole}`)
}
