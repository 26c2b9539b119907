import type { DecidingWord } from '../../shared/ai.ts'
import { formatChance } from '../../shared/chance.ts'
import { Scrolling } from '../ui/Scrolling.tsx'
import { markDecidingWords } from './deciding-words.ts'
import type { ClassifiedDraft } from './draft-classification.ts'
import { EngineLine } from './EngineLine.tsx'

const MARK_CLASS = { much: undefined, little: 'weak', against: 'anti' } as const

function Words({ text, field, words }: { text: string; field: DecidingWord['field']; words: DecidingWord[] }) {
  return markDecidingWords(text, field, words).map((piece, i) =>
    piece.weight === null ? (
      piece.text
    ) : (
      <mark key={i} className={MARK_CLASS[piece.weight]}>
        {piece.text}
      </mark>
    ),
  )
}

/** The grounds of a classification: the words that decided, the reasoning in sentences, the time it may take. */
export function ClassificationWhy({ classified }: { classified: ClassifiedDraft }) {
  const { title, description, suggestion } = classified
  const { words, processingTime } = suggestion
  return (
    <>
      <section>
        <h3 className="text-13 semibold">Words that decided</h3>
        <Scrolling className="cls-text" label="The text with those words highlighted">
          <b className="medium">
            <Words text={title} field="title" words={words} />
          </b>
          <p>
            <Words text={description} field="description" words={words} />
          </p>
        </Scrolling>
        {words.length === 0 ? (
          <p className="text-12 muted cls-legend">No single word counted more than the others.</p>
        ) : (
          <p className="row wrap text-12 muted cls-legend">
            <span>
              <mark>Filled</mark> counts strongly
            </span>
            <span>
              <mark className="weak">dotted</mark> counts a little
            </span>
            {words.some(({ weight }) => weight < 0) && (
              <span>
                <mark className="anti">dashed</mark> counts against
              </span>
            )}
          </p>
        )}
      </section>
      <section>
        <h3 className="text-13 semibold">Reasoning</h3>
        <p className="text-13 soft">{suggestion.reasoning}</p>
      </section>
      {processingTime && (
        <section>
          <h3 className="text-13 semibold">Processing time</h3>
          <p className="text-13">
            <b className="semibold">{processingTime.estimate}</b>{' '}
            <span className="muted">· {formatChance(processingTime.confidence)} confidence</span>
          </p>
          {processingTime.factors.length > 0 && (
            <ul className="cls-factors text-13 soft" aria-label="Key factors">
              {processingTime.factors.map((factor) => (
                <li key={factor}>{factor}</li>
              ))}
            </ul>
          )}
        </section>
      )}
      <EngineLine engine={suggestion.engine} />
    </>
  )
}
