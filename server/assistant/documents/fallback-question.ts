import { isFunctionWord } from '../../../engine/text/function-words.ts'
import { readDate } from './document-dates.ts'
import { wordsOf } from './split-words.ts'
import { type DocumentQuestion, withoutNames, withoutGenitive } from './document-question.ts'

/** "What does northwind want?": words that may be the sender of a document; tried when there is no other answer. */
export function readFallbackQuestion(question: string, today: string): DocumentQuestion | null {
  const { text, names, requests } = withoutNames(question)
  const dated = readDate(text, today)
  const [, verb, sender, , rest = ''] =
    /^\W*(?:(?:quote|tell me|show me) )?what (?:(does|do|did|is|are|has) )?(?:the )?(.+?) (want|wants|wanted|ask|asks|asked|asking|request|requests|requested|demand|demands|demanded|propose|proposes|say|says|said|write|wrote|written)\b(.*)$/i.exec(
      dated.text.trim(),
    ) ?? []
  if (sender === undefined || names.length > 0) return null
  const words = wordsOf(sender).filter((word) => !isFunctionWord(word))
  if (words.length === 0 || words.length > 4 || (verb === undefined && dated.span === undefined)) return null
  const isAsking = /\b(?:want|ask|request|demand|propose)/i.test(dated.text)
  const topic = /\b(?:about|on|regarding)\b(.*)/i.exec(rest)?.[1] ?? ''
  return {
    intent: topic.trim() === '' && isAsking ? 'asks' : topic.trim() === '' ? 'summary' : 'topic',
    topic: wordsOf(topic).join(' '),
    which: {
      kind: 'document',
      words: words.map(withoutGenitive),
      names,
      requests,
      span: dated.span,
      time: dated.inWords,
      order: undefined,
      isSame: false,
    },
  }
}
