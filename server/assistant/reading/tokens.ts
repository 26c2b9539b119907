import { fold } from '../../../shared/fold.ts'
import { plainSpelling } from '../../../shared/plain-spelling.ts'

/** A word of a question. */
export interface Token {
  /** as typed */
  text: string
  /** folded, and with typos corrected */
  word: string
  /** offset in the question */
  start: number
  end: number
}

const PARTS =
  /["“„«]([^"“”„«»]{2,200})["”»]|\brfd[\s_./#-]*\d[\d_./-]*(?:\s\d{4}\b)?|#\d+|\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d+(?:[.,]\d+)*(?:st|nd|rd|th)?(?=\W|$|[dwmy]\b)|q[1-4]\b|h[12]\b|[\p{L}\p{M}]+|\d+|[,;:?!.&/%+-]/giu

/** Contractions: "what's", "isn't", "I'm". */
const CONTRACTED: Record<string, string> = {
  "'s": 'is',
  "'re": 'are',
  "'m": 'am',
  "'ve": 'have',
  "'ll": 'will',
  "'d": 'would',
}
const IRREGULAR: Record<string, string> = {
  "won't": 'will not',
  "can't": 'can not',
  cannot: 'can not',
  "shan't": 'shall not',
  gimme: 'give me',
  wanna: 'want to',
  "let's": 'let us',
  whats: 'what is',
  hows: 'how is',
  dont: 'do not',
  doesnt: 'does not',
  isnt: 'is not',
  arent: 'are not',
  havent: 'have not',
  hasnt: 'has not',
  didnt: 'did not',
  wasnt: 'was not',
  werent: 'were not',
  im: 'i am',
  thats: 'that is',
  wheres: 'where is',
  hw: 'how',
  hwo: 'how',
  whos: 'who is',
  ive: 'i have',
}
/** Words after which "'s" is a verb; elsewhere it is a genitive. */
const WITH_VERB = new Set([
  'what',
  'who',
  'how',
  'where',
  'when',
  'why',
  'which',
  'there',
  'that',
  'it',
  'he',
  'she',
  'everything',
  'anything',
  'nothing',
  'here',
])

/** Tokenises a question: numbers and dates stay whole, contractions are split. A quoted text is one token that begins with “. */
export function tokensOf(question: string): Token[] {
  const text = plainSpelling(question)
    .replace(/\bn\/a\b/gi, 'none')
    .replace(/\bw\/o\b/gi, 'non')
  const tokens: Token[] = []
  for (const match of text.matchAll(PARTS)) {
    const [whole, quoted] = match
    const [start, end] = [match.index, match.index + whole.length]
    if (quoted !== undefined) tokens.push({ text: whole, word: `“${fold(quoted).trim()}`, start, end })
    else if (whole !== '-' || !isWithinWord(text, start)) tokens.push({ text: whole, word: fold(whole), start, end })
    if (isGenitive(text, end)) tokens.push({ text: "'", word: "'s", start: end, end: end + 1 })
  }
  return joined(tokens, text).flatMap(takenApart)
}

/** "Jonas' requests", but not the end of a quotation. */
function isGenitive(text: string, end: number): boolean {
  const isQuoted = /(?:^|\s)'[^']*$/.test(text.slice(0, end))
  return text[end - 1] === 's' && text[end] === "'" && /^(?:\s|$)/.test(text.slice(end + 1)) && !isQuoted
}

/** "high-priority": the hyphen only separates words. */
function isWithinWord(text: string, at: number): boolean {
  return /\p{L}/u.test(text[at - 1] ?? '') && /\p{L}/u.test(text[at + 1] ?? '')
}

/** An apostrophe belongs to the word before it: "isn't", "Elena's". */
function joined(tokens: Token[], text: string): Token[] {
  const all: Token[] = []
  for (const token of tokens) {
    const before = all.at(-1)
    const isTail =
      before && token.start === before.end + 1 && text[before.end] === "'" && /^\p{L}{1,2}$/u.test(token.text)
    if (!isTail) all.push(token)
    else
      all[all.length - 1] = {
        ...before,
        text: text.slice(before.start, token.end),
        word: `${before.word}'${token.word}`,
        end: token.end,
      }
  }
  return all
}

function takenApart(token: Token): Token[] {
  const { word } = token
  const parts = partsOf(word)
  return parts.map((part) => ({ ...token, word: part }))
}

function partsOf(word: string): string[] {
  const irregular = Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word] : undefined
  if (irregular !== undefined) return irregular.split(' ')
  if (word.endsWith("n't")) return [word.slice(0, -3), 'not']
  const tail = /'\p{L}{1,2}$/u.exec(word)?.[0]
  if (tail === undefined || tail === word) return [word]
  const head = word.slice(0, -tail.length)
  if (tail === "'s" && !WITH_VERB.has(head)) return [head, "'s"]
  return Object.hasOwn(CONTRACTED, tail) ? [head, CONTRACTED[tail]!] : [head]
}

/** "elenas overdue requests": splits a genitive written without its apostrophe. */
export function withOwners(tokens: readonly Token[], isName: (word: string) => boolean): Token[] {
  return tokens.flatMap((token) => {
    const name = token.word.slice(0, -1)
    if (!token.word.endsWith('s') || isName(token.word) || !isName(name)) return [token]
    const end = token.end - 1
    return [
      { ...token, text: token.text.slice(0, -1), word: name, end },
      { text: 's', word: "'s", start: end, end: token.end },
    ]
  })
}
