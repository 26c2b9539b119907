import { isCommonPassword, isRun, plainLetters } from './common-passwords.ts'
import { isLeakedPassword } from './leaked-passwords.ts'

/** The owner of a password; attackers are assumed to know all of it. */
export interface Owner {
  username: string
  firstName: string
  lastName: string
  email: string
}

/** Words that everybody associates with this product and the offices that use it. */
const PRODUCT_WORDS =
  'rfdmanagement rfd requests request development management dashboard customs custom trade system declaration cargo tariff office'.split(
    ' ',
  )
/** Words in the most common passwords, with any affixes. */
const EASY_WORDS = 'password passwort passw0rd admin administrator welcome login letmein changeme secret'.split(' ')
/** Fewer different characters than this are a mere pattern. */
const MIN_DIFFERENT = 5

/**
 * Why attackers would guess this password early, as a sentence for its owner; undefined if there is no such reason. There
 * are no rules about kinds of characters: composition rules make passwords worse.
 */
export async function weaknessOf(password: string, owner: Owner, minLength: number): Promise<string | undefined> {
  const text = password.normalize('NFKC').toLowerCase()
  // Without known words, half of the required length must remain.
  const enough = Math.ceil(minLength / 2)
  const restWithout = (words: string[]) => {
    const rest = without(text, words)
    return rest === text ? Infinity : letters(rest.replace(/\d/g, '')).length
  }

  if (isRepeated(text)) return 'This password repeats itself. Please choose another one.'
  if (isRun(letters(text)))
    return 'This password follows a keyboard, alphabet or number sequence. Please choose another one.'
  if (restWithout(ownWords(owner)) < enough) {
    return 'This password is based on your name, username or email address. Please choose another one.'
  }
  if (restWithout(PRODUCT_WORDS) < enough) {
    return 'This password is based on words from this product. Please choose another one.'
  }
  if (isCommonPassword(password) || restWithout(EASY_WORDS) < enough)
    return 'This password is too easy to guess. Please choose another one.'
  if (await isLeakedPassword(password)) {
    return 'This password is in a list of leaked passwords that attackers try. Please choose another one.'
  }
  return undefined
}

function isRepeated(text: string): boolean {
  if (new Set(text).size < MIN_DIFFERENT) return true
  // A repeated piece with a suffix.
  if (/^(.{1,128}?)\1+[\W\d_]{0,4}$/su.test(text)) return true
  const words = text.split(/[^\p{L}]+/u).filter(Boolean)
  return words.length > 1 && new Set(words).size === 1
}

/** Names and their parts: of `lucia.ferrer@office.example` lucia, ferrer and office. */
function ownWords({ username, firstName, lastName, email }: Owner): string[] {
  const [mailbox = '', domain = ''] = email.split('@')
  const site = domain.split('.').slice(0, -1)
  const texts = [username, mailbox, firstName, lastName, ...site]
  const parts = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
  return parts.map((text) => text.normalize('NFKC').toLowerCase()).filter((word) => [...word].length >= 3)
}

/** Removes words, longest first, so that no part of a longer word remains; also when spelled with digits and symbols. */
function without(text: string, words: string[]): string {
  const ordered = [...new Set(words)].sort((a, b) => b.length - a.length)
  const plain = plainLetters(text)
  // The plain spelling replaces character by character, so both have the same length.
  const isKept = Array.from({ length: text.length }, () => true)
  for (const word of ordered) {
    for (const spelling of [text, plain]) {
      for (let i = spelling.indexOf(word); i !== -1; i = spelling.indexOf(word, i + 1))
        isKept.fill(false, i, i + word.length)
    }
  }
  return text
    .split('')
    .filter((_, i) => isKept[i])
    .join('')
}

function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}
