import { fold } from '../../../shared/fold.ts'
import type { AnswerContext } from '../answer-context.ts'
import { documentScope } from './answer-documents.ts'
import { candidatesOf, idsWithWords } from './document-queries.ts'
import { FILE } from './document-question.ts'

/** "What does Minutes of May.pdf say?": a document's name with spaces is put in quotation marks, so that it stays whole. */
export async function quoteFileName(context: AnswerContext, message: string): Promise<string> {
  const ends = message.match(FILE) ?? []
  if (ends.length === 0 || /["“„«]/.test(message)) return message
  const { db } = context.deps
  const within = await documentScope(context)
  const ids = await idsWithWords(
    db,
    within,
    ends.map((end) => fold(end)),
  )
  const names = (await candidatesOf(db, within, ids)).map(({ name }) => name)
  const longestFirst = names.filter((name) => /\s/.test(name)).toSorted((a, b) => b.length - a.length)
  const folded = fold(message)
  for (const name of longestFirst) {
    const index = folded.indexOf(fold(name))
    const typed = message.slice(index, index + name.length)
    const isWhole = index === 0 || !/[\p{L}\p{N}]/u.test(message[index - 1] ?? '')
    // Folding may change the length of a text, so the place is checked.
    if (index >= 0 && isWhole && fold(typed) === fold(name))
      return `${message.slice(0, index)}“${typed}”${message.slice(index + name.length)}`
  }
  return message
}
