/**
 * Reduces a text to its prose. Code, stack traces, logs, addresses and mail signatures are blanked out, so that "access denied"
 * in a log does not count as a security signal; all positions stay the same. Repetitions are bounded, so that no text can make
 * a pattern slow (ReDoS).
 */
export function proseOf(text: string): string {
  const lines = text.replace(BLOCKS, blank).split('\n')
  const isDropped = lines.length > 1 ? dropped(lines) : []
  return lines
    .map((line, i) => (isDropped[i] ? blank(line) : line))
    .join('\n')
    .replace(INLINE, blank)
}

/** Delimited code with its content. */
const BLOCKS = /(```|~~~)[\s\S]*?(?:\1|$)|<(pre|code|script|style)\b[^>]{0,300}>[\s\S]*?(?:<\/\2>|$)/gi

/** Parts of a sentence that are not words. */
const INLINE = new RegExp(
  [
    '`[^`\\n]+`',
    '</?[a-z][^<>\\n]{0,300}>',
    '\\b(?:https?|ftp|sftp|file)://\\S+|\\bwww\\.\\S+',
    '[\\w.+-]{1,64}@[\\w-]{1,64}(?:\\.[\\w-]{1,64})+',
    // paths, user_name, userName(), java.lang.String, 10.0.0.1, 8f14e45f-ceea
    '(?:[A-Za-z]:|\\\\)?\\\\[^\\s]+|(?<![\\w/])(?:\\.{0,2}/)[\\w.-]+(?:/[\\w.-]+)+',
    '\\b\\w+_\\w+\\b|\\b[a-z]+[A-Z]\\w*\\b|\\b[\\w.]{1,100}\\(\\)|\\b[a-z]\\w*(?:\\.\\w+){2,}\\b|\\b\\d+(?:\\.\\d+){3}\\b',
    '\\b[0-9a-f]{8,}(?:-[0-9a-f]{4,})*\\b',
    // 12 Bank Street, Bank Street 12, PO Box 7
    "\\b\\d{1,4}[a-z]?,? (?:[A-Z][\\w'’-]{1,40} ){1,3}(?:Street|Road|Avenue|Lane|Square|Boulevard|Drive)\\b",
    "\\b(?:[A-Z][\\w'’-]{1,40} ){1,3}(?:Street|Road|Avenue|Square|Boulevard),? \\d+\\b|\\bP\\.? ?O\\.? Box \\d+",
  ].join('|'),
  'g',
)

const STACK = [
  /^at\s+\S+(?:\s*\(.*\)|:\d+.*)$/,
  /^at\s+[\w$.<>]+\s*\(/,
  /^File ".*", line \d+/,
  /^Traceback \(most recent call/,
  /^(?:Caused by|Suppressed|Exception in thread|Unhandled exception)\b/,
  /^\.{3} \d+ more$/,
  /^(?:[\w$]+\.)*[A-Za-z][\w$]*(?:Exception|Error)\b(?::|$)/,
]
const LOG = [
  /^[[(]?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  /^[[(]?\d\d:\d\d:\d\d/,
  /^[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d\b/,
  /^\[?(?:ERROR|WARN|WARNING|INFO|DEBUG|TRACE|FATAL|SEVERE)\]?[\s:]/,
  /^\d{1,3}(?:\.\d{1,3}){3} - /,
]
const CODE = [
  /[{}]$/,
  /^[}\])]+[,;]?$/,
  /^"[\w-]+"\s*:/,
  /^(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP)\b.*\b(?:FROM|INTO|SET|TABLE|VALUES|INDEX)\b/,
  /^(?:function|const|let|var|import|export|class|public|private|return|if|for|while)\b.*[{(=]$|^def \w+\(.*:$/,
  /^(?:\$|>>>|PS>|[A-Z]:\\[^>]*>)\s/,
]
const MAIL_HEAD = /^(?:From|To|Cc|Bcc|Sent|Date|Reply-To):\s|^On .{5,80} wrote:$|^-{2,} ?Original Message/
const SIGNED =
  /^(?:--|(?:(?:best|kind|warm|many) )?(?:regards|wishes|thanks|greetings)|(?:yours )?(?:sincerely|faithfully|truly)|thank you|cheers|sent from my .*)\s*[,.!]?$/i
const DISCLAIMER = /\b(?:e-?mail|message)\b.{0,60}\b(?:confidential|privileged|intended)\b/i
/** A line with this many words after a signature is text again. */
const SENTENCE_WORDS = 8

/** Only the two ends of a longer line are checked. */
const MAX_LINE = 1000

/** Which lines are not prose. A mail signature ends where sentences begin again. */
function dropped(lines: readonly string[]): boolean[] {
  let isSigned = false
  return lines.map((raw, i) => {
    const line = endsOf(raw.replace(/^[\s>|]+/, '').trimEnd())
    if (isSigned && (/^p\.?\s?s\b/i.test(line) || (lines[i - 1]!.trim() === '' && wordsIn(line) >= SENTENCE_WORDS)))
      isSigned = false
    if (i > 0 && SIGNED.test(line)) isSigned = true
    if (isSigned || line === '') return isSigned
    if (STACK.some((pattern) => pattern.test(line)) || LOG.some((pattern) => pattern.test(line))) return true
    if (isStatement(line) || CODE.some((pattern) => pattern.test(line))) return true
    return MAIL_HEAD.test(line) || DISCLAIMER.test(raw)
  })
}

function endsOf(line: string): string {
  return line.length > MAX_LINE ? line.slice(0, MAX_LINE / 2) + line.slice(-MAX_LINE / 2) : line
}

/** A call or an assignment with a semicolon at its end. */
function isStatement(line: string): boolean {
  if (!line.endsWith(';')) return false
  const call = line.search(/\w\(/)
  return line.includes('=') || (call >= 0 && line.lastIndexOf(')') > call + 1)
}

function wordsIn(line: string): number {
  return line.split(/\s+/).filter(Boolean).length
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}
