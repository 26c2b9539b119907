import { proseIn } from '../requests/comments/prose.ts'

/** Of the scripts that have one of their own: Latin, Arabic, full-width, Armenian, Ethiopic, Greek, and others. */
const QUESTION_MARK = /[?؟？՞፧\u037e⁇⁈⁉‽⸮﹖︖꘏꛷⳺⳻]/u
const WEB_ADDRESS = /\b[a-z][a-z\d+.-]*:\/\/\S+|\bwww\.\S+/gi

/** Whether a comment asks something: a question mark that is neither in code, nor in an address, nor quoted. */
export function asksQuestion(comment: string): boolean {
  if (!QUESTION_MARK.test(comment)) return false
  const texts = proseIn(comment, { withQuotes: false })
  return texts.some((text) => QUESTION_MARK.test(text.replaceAll(WEB_ADDRESS, lastMark)))
}

/** A mark after an address ends the sentence: "Have you seen https://example.org?" */
function lastMark(address: string): string {
  return /[^\p{L}\p{N}/=&#]$/u.exec(address)?.[0] ?? ' '
}
