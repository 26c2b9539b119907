import type { Archive } from './archive.ts'
import { readXml } from './xml.ts'

interface Level {
  format: string
  /** such as `%1.%2` */
  text: string
  start: number
}
type Levels = Map<number, Level>

/** The list that a paragraph belongs to, directly or by its style. */
export interface ListPlace {
  list: string
  level: number
}

/** The lists of a Word document: the bullet or number of each item. */
export class Numbering {
  readonly #lists: Map<string, Levels>
  readonly #byStyle: Map<string, ListPlace>
  readonly #counts = new Map<string, number[]>()

  private constructor(lists: Map<string, Levels>, byStyle: Map<string, ListPlace>) {
    this.#lists = lists
    this.#byStyle = byStyle
  }

  static async read(archive: Archive): Promise<Numbering> {
    return new Numbering(await readLists(archive), await readStyles(archive))
  }

  ofStyle(style: string): ListPlace | undefined {
    return this.#byStyle.get(style)
  }

  /** The prefix of the next item, such as `• ` or `2.1 `; empty where the place is not a list. */
  next({ list, level }: ListPlace): string {
    const levels = this.#lists.get(list)
    const own = levels?.get(level)
    if (!levels || !own || own.format === 'none') return ''
    if (own.format === 'bullet') return '• '
    const counts = this.#counts.get(list) ?? []
    this.#counts.set(list, counts)
    counts.length = Math.min(counts.length, level + 1)
    for (let i = 0; i < level; i++) counts[i] ??= levels.get(i)?.start ?? 1
    counts[level] = (counts[level] ?? own.start - 1) + 1
    const label = own.text.replace(/%(\d)/g, (_, digit: string) => {
      const at = Number(digit) - 1
      return written(counts[at] ?? 1, levels.get(at)?.format ?? 'decimal')
    })
    return label === '' ? '' : `${label} `
  }
}

function written(count: number, format: string): string {
  if (format === 'lowerLetter') return letters(count)
  if (format === 'upperLetter') return letters(count).toUpperCase()
  if (format === 'lowerRoman') return roman(count)
  if (format === 'upperRoman') return roman(count).toUpperCase()
  return String(count)
}

/** a … z, aa, bb …, as Word counts. */
function letters(count: number): string {
  return String.fromCharCode(97 + ((count - 1) % 26)).repeat(Math.min(10, Math.ceil(count / 26)))
}

const ROMAN = [
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const

function roman(count: number): string {
  let left = Math.min(count, 399)
  return ROMAN.map(([value, sign]) => {
    const times = Math.floor(left / value)
    left -= times * value
    return sign.repeat(times)
  }).join('')
}

async function readLists(archive: Archive): Promise<Map<string, Levels>> {
  const abstract = new Map<string, Levels>()
  const lists = new Map<string, Levels>()
  let levels: Levels | undefined
  let level: Level | undefined
  let list = ''
  await readXml(archive, 'word/numbering.xml', {
    open(name, { val = '', abstractNumId = '', numId = '', ilvl = '' }) {
      if (name === 'abstractNum') abstract.set(abstractNumId, (levels = new Map()))
      else if (name === 'lvl' && levels) levels.set(Number(ilvl), (level = { format: 'decimal', text: '', start: 1 }))
      else if (name === 'num') list = numId
      else if (name === 'abstractNumId') lists.set(list, abstract.get(val) ?? new Map())
      else if (level && name === 'numFmt') level.format = val
      else if (level && name === 'lvlText') level.text = val
      else if (level && name === 'start') level.start = Number(val) || 0
    },
    close(name) {
      if (name === 'lvl') level = undefined
      if (name === 'abstractNum') levels = undefined
    },
  })
  return lists
}

async function readStyles(archive: Archive): Promise<Map<string, ListPlace>> {
  const places = new Map<string, ListPlace>()
  let style = ''
  let level = 0
  await readXml(archive, 'word/styles.xml', {
    open(name, { val = '', styleId = '' }) {
      if (name === 'style') {
        style = styleId
        level = 0
      } else if (name === 'ilvl') level = Number(val) || 0
      else if (name === 'numId' && val !== '0') places.set(style, { list: val, level })
    },
    close() {},
  })
  return places
}
