import { useQuery } from '@tanstack/react-query'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { useIsPollingStopped } from '../../requests/common/classifying.ts'
import { fullInstant } from '../../ui/formats/dates.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { answerOn, questionOn } from './answer.ts'
import { classificationOptions, statusOptions } from './api.ts'
import { EngineNote } from './EngineLine.tsx'
import { EngineHeader } from './EngineHeader.tsx'
import { SuggestedValues } from './SuggestedValues.tsx'
import styles from './request-classification.module.css'
import { classes } from '../../ui/classes.ts'

/** Classification of a stored request, with probabilities and reasons. */
export function RequestClassification({ request, level }: { request: ServiceRequest; level: 2 | 3 }) {
  const Heading = `h${level}` as const
  const query = useQuery(classificationOptions(request.id))
  const { data, isError } = query
  if (data === undefined && !isError) return null
  return (
    <section className={classes('stack gap-2', styles.section)} aria-labelledby="classification-title">
      <EngineHeader
        heading={
          <Heading className="h-14" id="classification-title">
            AI Classification
          </Heading>
        }
        engine={data?.engine}
        stamped={data ? `Classified ${fullInstant(data.suggestedAt)}` : ''}
      />
      {isError && <ReadError title="The classification could not be loaded" query={query} />}
      {data === null && <Waiting id={request.id} />}
      {data && (
        <>
          <EngineNote engine={data.engine} />
          <p className="measure">
            <b className="semibold">{questionOn('priority', data, request.priority)}</b>{' '}
            {answerOn('priority', data, request.priority)}
          </p>
          <SuggestedValues suggestion={data} />
          {data.departmentNote !== undefined && <p className="text-13 soft measure">{data.departmentNote}</p>}
          <Disclosure label="Reasoning">
            <p className="text-13 soft measure">{data.reasoning}</p>
          </Disclosure>
        </>
      )}
    </section>
  )
}

/** The engine's status is fetched only after minutes without a result. */
function Waiting({ id }: { id: string }) {
  const isGivenUp = useIsPollingStopped(id)
  const { data } = useQuery({ ...statusOptions(), enabled: isGivenUp })
  if (!isGivenUp) return <p className="text-13 soft">This request is being classified.</p>
  return (
    <p className="text-13 soft">
      {data?.state === 'down'
        ? 'The engine is not available at the moment.'
        : 'The engine has not reached this request yet.'}{' '}
      It will be classified as soon as the engine reaches it; nothing else is held up.
    </p>
  )
}
