import { ShieldAlert } from 'lucide-react'
import type { ReadingDetails } from '../../shared/document-ai.ts'
import type { DocumentPlace } from '../../shared/documents.ts'
import { dateWords } from '../ui/formats/dates.ts'
import { Disclosure } from '../ui/Disclosure.tsx'
import { Note } from '../ui/Note.tsx'
import { counted, FACT_GROUPS } from './words.ts'
import styles from './document-ai.module.css'

interface FindingsProps {
  reading: ReadingDetails
  onShow: (place: DocumentPlace) => void
}

/** Button that shows a place in the document. */
function Place({ text, place, onShow }: { text: string; place: DocumentPlace; onShow: FindingsProps['onShow'] }) {
  return (
    <button type="button" className={styles.place} onClick={() => onShow(place)}>
      <bdi>{text}</bdi>
      <span className="visually-hidden">, show it on page {place.page}</span>
    </button>
  )
}

/** Text that reads like an instruction to a machine (prompt injection): shown, never followed. */
export function PromptInjections({ reading: { orders }, onShow }: FindingsProps) {
  if (orders.length === 0) return null
  return (
    <Note
      tone="amber"
      icon={ShieldAlert}
      title={`${counted(orders.length, 'passage reads', 'passages read')} like an order to the AI`}
    >
      <p>None of it was carried out. A document is only ever read as text.</p>
      <ul className={styles.found}>
        {orders.map(({ text, place }) => (
          <li key={`${place.page} ${place.start}`}>
            <Place text={text} place={place} onShow={onShow} />
          </li>
        ))}
      </ul>
    </Note>
  )
}

/** Summary of the document, and the dates, people, amounts and references in it, each with its place. */
export function Findings({ reading: { summary, facts }, onShow }: FindingsProps) {
  const groups = FACT_GROUPS.map((group) => ({ ...group, found: facts.filter(({ kind }) => kind === group.kind) }))
  return (
    <section className={styles.findings} aria-label="Other findings">
      {summary.length > 0 && (
        <Disclosure label="Summary">
          <ul className={styles.sentences}>
            {summary.map(({ text, place }) => (
              <li key={`${place.page} ${place.start}`}>
                <Place text={text} place={place} onShow={onShow} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {groups.map(
        ({ kind, label, found: facts }) =>
          facts.length > 0 && (
            <Disclosure key={kind} label={`${label} (${facts.length})`}>
              <ul className={styles.found}>
                {facts.map(({ text, value, place }) => (
                  <li key={`${place.page} ${place.start}`}>
                    <Place text={text} place={place} onShow={onShow} />
                    {value !== null && value !== text && (
                      <span className="text-12 muted">{kind === 'date' ? dateWords(value) : value}</span>
                    )}
                    <span className="text-12 muted">page {place.page}</span>
                  </li>
                ))}
              </ul>
            </Disclosure>
          ),
      )}
    </section>
  )
}
