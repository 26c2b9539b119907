/**
 * Tokenises any text (prose, markdown, HTML, logs, code, any language); tokens keep their position in the original, so that the
 * deciding words can be marked there.
 */

export interface Token {
  /** lower-cased and normalised (NFKC); marks such as `‹code›` replace things whose letters do not matter */
  text: string
  /** position in the original text, UTF-16 units, end exclusive */
  start: number
  end: number
  kind: 'word' | 'mark' | 'code'
}

/** Only this much of a longer text is read: the rest of a long log adds nothing and costs time. UTF-16 units. */
const MAX_TEXT_LENGTH = 12_000
/** Words read from one block of code. */
const CODE_WORDS = 30

const SCAN = new RegExp(
  [
    String.raw`(?<fence>\x60{3}[\s\S]*?(?:\x60{3}|$))`,
    String.raw`(?<comment><!--[\s\S]*?(?:-->|$))`,
    String.raw`(?<image>!\[[^\]]{0,200}\]\([^\)\s]{0,400}\))`,
    String.raw`(?<tag><\/?[a-z][^<>]{0,300}>)`,
    String.raw`(?<url>https?:\/\/[^\s<>\(\)\]"']+)`,
    String.raw`(?<email>[\w.+\-]{1,64}@[\w\-]{1,64}\.[\w.\-]{1,64})`,
    String.raw`(?<box>\[[ xX]\])`,
    String.raw`(?<reference>#\d{1,7}\b)`,
    String.raw`(?<person>@[a-z][\w\-]{1,40})`,
    String.raw`(?<version>\bv?\d+\.\d+(?:\.[\dx]+)+[\w.\-]*)`,
    String.raw`(?<date>\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[.\/]\d{1,2}[.\/]\d{2,4}\b)`,
    String.raw`(?<word>[\p{L}\p{N}_][\p{L}\p{M}\p{N}_'’]*)`,
    String.raw`(?<heading>#{1,6}(?=\s))`,
    String.raw`(?<stress>[?!]+)`,
    String.raw`(?<money>[$€£])`,
  ].join('|'),
  'giu',
)

const NO_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u
const PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g

/** Words and marks of a text in reading order. Never throws, whatever the text; at most `limit` tokens. */
export function tokenize(text: string, limit = 4000): Token[] {
  const source = text.length > MAX_TEXT_LENGTH ? text.slice(0, MAX_TEXT_LENGTH) : text
  const tokens: Token[] = []
  for (const match of source.matchAll(SCAN)) {
    if (tokens.length >= limit) break
    const groups = match.groups!
    const start = match.index
    const end = start + match[0].length
    if (groups.word !== undefined) pushWord(tokens, groups.word, start)
    else if (groups.fence !== undefined) pushCode(tokens, groups.fence, start)
    else if (groups.url !== undefined) {
      tokens.push({ text: '‹url›', start, end, kind: 'mark' })
      const host = /^https?:\/\/(?:www\.)?([^/:?#]+)/i.exec(groups.url)?.[1]
      if (host) tokens.push({ text: `‹${host.toLowerCase().slice(0, 40)}›`, start, end, kind: 'mark' })
    } else if (groups.tag !== undefined) {
      // Mark-up is dropped; the text between the tags is read.
      if (/^<(?:code|pre|img|details|table)\b/i.test(groups.tag)) {
        tokens.push({ text: `‹${/[a-z]+/i.exec(groups.tag)![0].toLowerCase()}›`, start, end, kind: 'mark' })
      }
    } else {
      tokens.push({ text: markOf(groups), start, end, kind: 'mark' })
    }
  }
  return tokens
}

function markOf(groups: Record<string, string | undefined>): string {
  if (groups.stress !== undefined) return groups.stress.includes('?') ? '‹?›' : '‹!›'
  for (const name in groups) if (groups[name] !== undefined) return `‹${name}›`
  return '‹other›'
}

function pushWord(tokens: Token[], raw: string, start: number): void {
  const end = start + raw.length
  if (raw.length > 40) {
    tokens.push({ text: '‹long›', start, end, kind: 'mark' })
    return
  }
  if (NO_SPACES.test(raw)) {
    // Scripts without spaces: overlapping pairs of characters (bigrams) serve as words.
    if (raw.length === 1) tokens.push({ text: raw, start, end, kind: 'word' })
    for (let i = 0; i + 1 < raw.length; i++) {
      tokens.push({ text: raw.slice(i, i + 2), start: start + i, end: start + i + 2, kind: 'word' })
    }
    return
  }
  tokens.push({ text: fold(raw), start, end, kind: 'word' })
  // Also the parts of getUserName and user_name, so that code and prose match.
  if (raw.includes('_') || /[a-z][A-Z]/.test(raw)) {
    const parts = raw.match(PARTS) ?? []
    if (parts.length > 1 && parts.length < 8) {
      for (const part of parts) tokens.push({ text: part.toLowerCase(), start, end, kind: 'code' })
    }
  }
}

/** Lower case, one kind of apostrophe, long numbers reduced to their number of digits: invoice numbers are not words. */
function fold(raw: string): string {
  const lower = raw
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’']s?$/, '')
    .replace(/’/g, "'")
  if (/^\d{5,}$/.test(lower)) return `‹${lower.length} digits›`
  if (lower.length > 12 && /\d/.test(lower) && /^[0-9a-f]+$/.test(lower)) return '‹hex›'
  return lower === '' ? '‹mark›' : lower
}

function pushCode(tokens: Token[], raw: string, start: number): void {
  tokens.push({ text: '‹code›', start, end: start + 3, kind: 'mark' })
  let count = 0
  for (const match of raw.slice(0, 3000).matchAll(/[\p{L}_][\p{L}\p{N}_]{1,39}/gu)) {
    if (count++ >= CODE_WORDS) break
    const at = start + match.index
    tokens.push({ text: match[0].toLowerCase(), start: at, end: at + match[0].length, kind: 'code' })
  }
}

/** Each word once, ignoring case, as first written. */
export function onceEach(words: Iterable<string>): string[] {
  const first = new Map<string, string>()
  for (const word of words) {
    const key = word.toLowerCase()
    if (!first.has(key)) first.set(key, word)
  }
  return [...first.values()]
}

/** Converts `null`, numbers and objects from files to text, so that later code need not check. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.isWellFormed() ? value : value.toWellFormed()
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return ''
}
