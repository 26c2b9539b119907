import { readFileSync } from 'node:fs'
import { SIGNAL_NAMES, signalsOf, type Signal } from '../engine/reasons/signals.ts'

interface SignalCase {
  text: string
  signals: Signal[]
}

/**
 * Of the lines written first, every second one, beginning with the first (`seen`), may be used while writing phrases; `later`
 * were written together with phrases and extended them; `last` once the phrases were finished.
 */
export function signalCases(part: 'seen' | 'unseen' | 'later' | 'last'): SignalCase[] {
  const file = readFileSync(new URL('signals-golden.txt', import.meta.url), 'utf8')
  const [first = '', later = '', last = ''] = file.split(/^= \w+$/m)
  return { seen: first, unseen: first, later, last }[part]
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .filter((_, i) => part === 'later' || part === 'last' || i % 2 === (part === 'seen' ? 0 : 1))
    .map((line) => {
      const [names = '', text = ''] = line.split('|').map((part) => part.trim())
      const signals = names.split(',').map((name) => name.trim())
      return { text, signals: SIGNAL_NAMES.filter((name) => signals.includes(name)) }
    })
}

interface Found {
  right: number
  found: number
  there: number
}

/** Precision and recall of the signals, in total and for each. */
export function signalScores(cases: readonly SignalCase[]) {
  const counts = new Map<Signal, Found>(SIGNAL_NAMES.map((name) => [name, { right: 0, found: 0, there: 0 }]))
  const all: Found = { right: 0, found: 0, there: 0 }
  for (const { text, signals } of cases) {
    const detected = new Set(signalsOf('', text).map(({ signal }) => signal))
    for (const name of SIGNAL_NAMES) {
      for (const count of [counts.get(name)!, all]) {
        if (detected.has(name)) count.found++
        if (signals.includes(name)) count.there++
        if (detected.has(name) && signals.includes(name)) count.right++
      }
    }
  }
  const ratios = ({ right, found, there }: Found) => ({
    precision: Math.round((100 * right) / Math.max(1, found)) / 100,
    recall: Math.round((100 * right) / Math.max(1, there)) / 100,
    there,
  })
  return { all: ratios(all), ...Object.fromEntries([...counts].map(([name, count]) => [name, ratios(count)])) }
}
