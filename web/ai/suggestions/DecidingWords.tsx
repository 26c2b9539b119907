import type { DecidingWord } from '../../../shared/ai.ts'
import { Scrolling } from '../../ui/Scrolling.tsx'
import { markDecidingWords } from './deciding-words.ts'
import type { ClassifiedDraft } from './draft-classification.ts'
import styles from './words-that-decided.module.css'

const MARK_CLASS = { much: undefined, little: styles.little, against: styles.against } as const

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

/** The text as it was classified, with the deciding words marked. */
export function DecidingWords({ classified }: { classified: ClassifiedDraft }) {
  const { title, description, suggestion } = classified
  const { words } = suggestion
  return (
    <>
      <Scrolling className={styles.text} label="The text with those words highlighted">
        <b className="medium">
          <Words text={title} field="title" words={words} />
        </b>
        <p>
          <Words text={description} field="description" words={words} />
        </p>
      </Scrolling>
      {words.length === 0 ? (
        <p className={`text-12 muted ${styles.legend}`}>No single word was decisive.</p>
      ) : (
        <p className={`row wrap text-12 muted ${styles.legend}`}>
          <span>
            <mark>Filled</mark> counts strongly
          </span>
          <span>
            <mark className={styles.little}>dotted</mark> counts a little
          </span>
          {words.some(({ weight }) => weight < 0) && (
            <span>
              <mark className={styles.against}>dashed</mark> counts against
            </span>
          )}
        </p>
      )}
    </>
  )
}
