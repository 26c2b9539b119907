/** A kind of document: what people call it, and how its name or first page identifies it. */
interface DocumentKind {
  /** display name, in the singular */
  name: string
  /** matches it in a question */
  words: RegExp
  /** matches a folded name or text; null where every document matches */
  signs: RegExp | null
  /** ambiguous: means a document only with a verb of saying or asking */
  isLoose?: true
}

/** The kinds of documents; the first match wins. */
export const KINDS: readonly DocumentKind[] = [
  {
    name: 'letter',
    words: /^(?:cover)?letters?$/,
    signs: /\bletter|\blettre|\bdear\s|\byours (?:faithfully|sincerely|truly)|\b(?:kind|best) regards|salutations/,
  },
  { name: 'memo', words: /^(?:memos?|memorand(?:um|a|ums))$/, signs: /\bmemo/ },
  {
    name: 'minutes',
    words: /^(?:minutes|protocols?)$/,
    signs: /\bminutes\b|record of the .{0,30}meeting|compte rendu|\bmeeting\b.{0,200}\bchair|محضر/s,
  },
  { name: 'circular', words: /^circulars?$/, signs: /\bcircular/ },
  {
    name: 'email',
    words: /^e-?mails?$/,
    signs: /\be-?mail|^\s*from:[^\n]+\n(?:[^\n]*\n){0,3}\s*subject:/m,
    isLoose: true,
  },
  { name: 'report', words: /^reports?$/, signs: /\breport|\breview|\baudit|findings|recommendations/, isLoose: true },
  { name: 'review', words: /^reviews?$/, signs: /\breview/, isLoose: true },
  { name: 'audit', words: /^audits?$/, signs: /\baudit/, isLoose: true },
  { name: 'terms of reference', words: /^(?:termsofreference|tors?)$/, signs: /terms of reference/ },
  { name: 'specification', words: /^(?:specifications?|specs?)$/, signs: /\bspec/, isLoose: true },
  { name: 'contract', words: /^(?:contracts?|agreements?)$/, signs: /\bcontract|\bagreement/, isLoose: true },
  { name: 'decree', words: /^decrees?$/, signs: /\bdecree/, isLoose: true },
  { name: 'notice', words: /^notices?$/, signs: /\bnotice/, isLoose: true },
  { name: 'proposal', words: /^proposals?$/, signs: /\bproposal/, isLoose: true },
  { name: 'PDF', words: /^pdfs?$/, signs: /\.pdf\b/ },
  { name: 'attachment', words: /^attachments?$/, signs: null },
  { name: 'scan', words: /^scans?$/, signs: null, isLoose: true },
  { name: 'file', words: /^files?$/, signs: null, isLoose: true },
  { name: 'document', words: /^(?:documents?|docs?|papers?)$/, signs: null },
]

export function kindOf(word: string): DocumentKind | undefined {
  return KINDS.find(({ words }) => words.test(word))
}

const PLURAL = /(?:s|a)$/
/** "minutes" counts as singular, too. */
export function isPlural(word: string): boolean {
  return PLURAL.test(word) && word !== 'minutes' && word !== 'memoranda' && word !== 'termsofreference'
}
