/** Of the scripts that have one of their own: Latin, Arabic, full-width, Armenian, Ethiopic, Greek, and others. */
const QUESTION_MARK = /[?؟？՞፧\u037e⁇⁈⁉‽⸮﹖︖꘏꛷⳺⳻]/u
const FENCED = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))/gm
const INLINE_CODE = /(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g
const QUOTED_LINE = /^ {0,3}>.*$/gm
const WEB_ADDRESS = /\b[a-z][a-z\d+.-]*:\/\/\S+|\bwww\.\S+/gi

/** Whether a comment asks something: a question mark that is neither in code, nor in an address, nor quoted. */
export function asksQuestion(comment: string): boolean {
  if (!QUESTION_MARK.test(comment)) return false
  const said = [FENCED, INLINE_CODE, QUOTED_LINE].reduce((text, pattern) => text.replaceAll(pattern, ' '), comment)
  return QUESTION_MARK.test(said.replaceAll(WEB_ADDRESS, markAtEnd))
}

/** A question mark after an address ends the sentence: "Have you seen https://example.org?" */
function markAtEnd(address: string): string {
  return /[^\p{L}\p{N}/=&#]$/u.exec(address)?.[0] ?? ' '
}
