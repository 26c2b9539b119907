import { useQuery } from '@tanstack/react-query'
import type { BatchItem } from '../../../shared/ai-batches.ts'
import { useDepartments } from '../../client/departments.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { answerOn, questionOn } from '../suggestions/answer.ts'
import { classificationOptions } from '../suggestions/api.ts'
import { classes } from '../../ui/classes.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import styles from './batch.module.css'
import { differing } from './views.ts'

const FIELDS = { priority: 'priority', department: 'responsibleDepartment' } as const

/** Why a request should change: a sentence for each field that differs, or for both where none does. */
export function WhySuggested({ item }: { item: BatchItem }) {
  const departments = useDepartments()
  const query = useQuery(classificationOptions(item.id))
  const { data, isError } = query
  if (isError) return <ReadError title="The reasons could not be loaded" query={query} />
  if (data === undefined)
    return (
      <Loading label="Loading the reasons">
        <Skeleton height={20} />
      </Loading>
    )
  if (data === null) return <p className="text-13 soft">This request is being classified again.</p>
  const differ = differing(item)
  const fields = differ.length > 0 ? differ : (['priority', 'department'] as const)
  const isGone = departments.presentOf(data.responsibleDepartment) === null
  return (
    <div className={classes('text-13 measure', styles.reasons)}>
      {fields
        .filter((field) => field === 'priority' || !isGone)
        .map((field) => (
          <p key={field}>
            <b className="semibold">{questionOn(FIELDS[field], data, item.current[field])}</b>{' '}
            {answerOn(FIELDS[field], data, item.current[field])}
          </p>
        ))}
      {data.departmentNote !== undefined && <p>{data.departmentNote}</p>}
      {item.suggested && data.suggestionId !== item.suggested.suggestionId && (
        <p className="muted">The request has been classified again since; these are the reasons of the newer one.</p>
      )}
    </div>
  )
}
