import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { SuggestedField } from '../../../shared/ai.ts'
import { useActor } from '../../people/common/use-actor.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { count } from '../../ui/count.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { qualityOptions } from '../../ai/suggestions/api.ts'
import { FIELD_LABELS, SUGGESTED_FIELDS } from '../../ai/suggestions/draft-classification.ts'
import { EngineCard } from './EngineCard.tsx'
import { FieldQualityCards } from './FieldQualityCards.tsx'
import { ModelsTable } from './ModelsTable.tsx'
import { judgedOn, share, type FieldQuality } from './quality.ts'
import { Scrolling } from '../../ui/Scrolling.tsx'
import { classes } from '../../ui/classes.ts'
import { IntervalsCard } from './IntervalsCard.tsx'
import styles from './quality.module.css'

/** Suggestions and estimates of the last year, compared with people's decisions and actual durations. */
export function QualitySection() {
  const quality = useQuery(qualityOptions())
  const [field, setField] = useState<SuggestedField>('priority')
  if (quality.isError && !quality.data)
    return <ReadError title="The quality of the suggestions could not be loaded" query={quality} />
  if (!quality.data)
    return (
      <Loading>
        <Skeleton height={240} />
      </Loading>
    )
  const { fields, intervals, models } = quality.data
  const isDecided = fields.some(({ decided, leftOut }) => decided + leftOut > 0)
  const chosen = isDecided && fields.find((one) => one.field === field)
  return (
    <div className="stack">
      <EngineCard />
      <section className="card" aria-labelledby="agreement">
        <header>
          <h2 id="agreement">Decisions on the last year’s suggestions</h2>
        </header>
        {isDecided ? <Agreement fields={fields} /> : <NothingDecided />}
      </section>
      {chosen && (
        <>
          <div className={classes('row wrap', styles.choice)}>
            <span className="text-13 soft">Details for</span>
            <SegmentedControl
              label="Suggested field"
              value={field}
              options={SUGGESTED_FIELDS.map((value) => ({ value, label: FIELD_LABELS[value] }))}
              onChange={setField}
            />
          </div>
          <FieldQualityCards quality={chosen} />
        </>
      )}
      <IntervalsCard intervals={intervals} />
      <ModelsTable models={models} />
    </div>
  )
}

function NothingDecided() {
  const may = useActor().permissions.has('ai.batch')
  const toBacklog = (
    <Link to="/dashboard?view=ai-analysis" className={buttonClass()}>
      Analyze the backlog
    </Link>
  )
  return (
    <EmptyState title="No decisions yet" level={3} actions={may && toBacklog}>
      Accept, correct or reject suggestions, and this page will show how often they were right and whether the stated
      probabilities hold.
    </EmptyState>
  )
}

function Agreement({ fields }: { fields: FieldQuality[] }) {
  return (
    <>
      <Scrolling className={classes('scroll-x', styles.table)} label="Decisions by field">
        <table className="tight">
          <thead>
            <tr>
              <th scope="col">Field</th>
              {['Decided', 'Accepted', 'Changed', 'Rejected'].map((head) => (
                <th key={head} scope="col" className="numeric">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {SUGGESTED_FIELDS.flatMap((name) => fields.filter(({ field }) => field === name)).map((row) => (
              <tr key={row.field}>
                <th scope="row">{FIELD_LABELS[row.field]}</th>
                <td className="numeric">{count(row.decided)}</td>
                {[row.accepted, row.changed, row.rejected].map((part, i) => (
                  <td key={i} className="numeric">
                    {count(part)} <span className="muted">{share(part, row.decided)}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
      <p className={classes('text-13 soft', styles.note)}>{judgedOn(fields)}</p>
    </>
  )
}
