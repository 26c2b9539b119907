import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { NewRequestForm } from '../../requests/common/new-request.ts'
import { Button } from '../../ui/Button.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Note } from '../../ui/Note.tsx'
import { UnansweredNote } from './UnansweredNote.tsx'
import { Confidence } from './Confidence.tsx'
import { SUGGESTED_FIELDS, type ClassifiedDraft } from './draft-classification.ts'
import { EngineLine, EngineNote } from './EngineLine.tsx'
import { ProcessingTime } from './ProcessingTime.tsx'
import { SuggestedValues } from './SuggestedValues.tsx'
import { SuggestionCard } from './SuggestionCard.tsx'
import { useTaken } from './use-taken.ts'
import { DecidingWords } from './DecidingWords.tsx'
import styles from './classification.module.css'

export interface ClassificationResultProps {
  form: UseFormReturn<NewRequestForm>
  classified: ClassifiedDraft
  onClassified: (next: ClassifiedDraft | null) => void
  failure: ReactNode
  again: ReactNode
}

/** One question with its answer first; the suggested values and reasons beside it; alternatives and words on demand. */
export function ClassificationResult({ form, classified, onClassified, failure, again }: ClassificationResultProps) {
  const { suggestion, taken } = classified
  const { inForm, wasTaken, take, undo, isSame } = useTaken(form, classified, onClassified)
  const open = SUGGESTED_FIELDS.filter(
    (field) => suggestion.fields[field].certain && inForm(field) !== suggestion[field],
  ).map((field) => ({ field, value: suggestion[field] }))

  return (
    <div className={styles.result}>
      <div className={styles.notes}>
        {failure}
        <EngineNote engine={suggestion.engine} />
        {!isSame && (
          <Note tone="amber" icon={Info} title="The text has changed" role="status">
            <p>This suggestion is for the earlier text.</p>
          </Note>
        )}
      </div>
      <div className={styles.column}>
        <UnansweredNote
          key={suggestion.suggestionId}
          suggestion={suggestion}
          inForm={inForm}
          isAnswered={(field) => wasTaken(field) && !taken[field]!.isAutomatic}
          onTake={(field, value) => take({ field, value })}
        />
        <SuggestedValues suggestion={suggestion} />
      </div>
      <div className={styles.column}>
        <div className={styles.head}>
          <Confidence value={suggestion.confidence} />
          {again}
        </div>
        {suggestion.processingTime && <ProcessingTime time={suggestion.processingTime} />}
        <section>
          <h3 className="text-13 semibold">Reasoning</h3>
          <p className="text-13 soft">{suggestion.reasoning}</p>
        </section>
      </div>
      <div className={styles.folds}>
        <Disclosure label="Other values">
          {open.length > 1 && (
            <div className={styles.foldHead}>
              <Button size="small" onClick={() => take(...open)}>
                Use these values
              </Button>
            </div>
          )}
          <div className={styles.cards}>
            {SUGGESTED_FIELDS.map((field) => (
              <SuggestionCard
                key={`${field} ${suggestion.suggestionId}`}
                field={field}
                suggestion={suggestion}
                inForm={inForm(field)}
                wasTaken={wasTaken(field)}
                onTake={(value) => take({ field, value })}
                onUndo={() => undo(field)}
              />
            ))}
          </div>
        </Disclosure>
        <Disclosure label="Words that decided">
          <DecidingWords classified={classified} />
        </Disclosure>
        <EngineLine engine={suggestion.engine} />
      </div>
    </div>
  )
}
