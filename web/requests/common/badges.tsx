import { ScanText } from 'lucide-react'
import type { ReactElement } from 'react'
import { type OpenStatus, PRIORITIES, STATUSES } from '../../../shared/request-rules.ts'
import type { Priority, ServiceRequest, Status } from '../../../shared/requests.ts'
import { say } from '../../../shared/texts/say.ts'
import type { AreaSeries } from '../../ui/charts/AreaChart.tsx'
import type { Tone } from '../../ui/classes.ts'
import { useIsPollingStopped } from './classifying.ts'

const line = { fill: 'none', stroke: 'var(--c, currentColor)', strokeWidth: 1.5, strokeLinecap: 'round' } as const
const onDisc = { ...line, stroke: 'var(--surface)', strokeLinejoin: 'round' } as const

const STATUS_SHAPES: Record<Status, ReactElement> = {
  pending: <circle cx="6" cy="6" r="4.75" {...line} strokeLinecap="butt" strokeDasharray="2.2 1.5" />,
  in_progress: (
    <>
      <circle cx="6" cy="6" r="4.75" {...line} />
      <path d="M6 3a3 3 0 0 1 0 6z" fill="var(--c, currentColor)" />
    </>
  ),
  completed: (
    <>
      <circle cx="6" cy="6" r="5.5" fill="var(--c, currentColor)" />
      <path d="M3.6 6.2 5.3 7.9 8.5 4.3" {...onDisc} />
    </>
  ),
  rejected: (
    <>
      <circle cx="6" cy="6" r="5.5" fill="var(--c, currentColor)" />
      <path d="M4.2 4.2l3.6 3.6M7.8 4.2 4.2 7.8" {...onDisc} />
    </>
  ),
  cancelled: (
    <>
      <circle cx="6" cy="6" r="4.75" {...line} />
      <path d="M3.5 6h5" {...line} />
    </>
  ),
}

/** Bands of the cumulative flow, told apart without colour, too. */
export const STATUS_AREAS: Record<OpenStatus, Pick<AreaSeries, 'colour' | 'fill'>> = {
  pending: { colour: 'var(--chart-3)', fill: 'hatched' },
  in_progress: { colour: 'var(--chart-1)', fill: 'plain' },
}

export const STATUS_TONES: Record<Status, Tone> = {
  pending: 'amber',
  in_progress: 'blue',
  completed: 'green',
  rejected: 'red',
  cancelled: 'grey',
}

/**
 * The shape of a status, which tells it apart without colour.
 * @param props.toned in its own colour; otherwise in that of the text or badge around it
 */
export function StatusGlyph({ status, toned = false }: { status: Status; toned?: boolean }) {
  const tone = toned ? `toned tone-${STATUS_TONES[status]}` : undefined
  return (
    <svg className={tone} viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      {STATUS_SHAPES[status]}
    </svg>
  )
}

export function StatusBadge({ status }: { status: Status }) {
  return (
    <span className={`status tone-${STATUS_TONES[status]}`}>
      <StatusGlyph status={status} />
      {STATUSES[status]}
    </span>
  )
}

const PRIORITY_SHAPES: Record<Priority, ReactElement> = {
  low: <circle cx="7" cy="7" r="4.5" />,
  medium: <path d="M7 1.75 12.25 7 7 12.25 1.75 7z" />,
  high: <path d="M7 1.75 12.75 12H1.25z" />,
  critical: (
    <>
      <path d="M4.7 1.5h4.6l3.2 3.2v4.6l-3.2 3.2H4.7L1.5 9.3V4.7z" />
      <path d="M7 4.25v3.25M7 9.7h.01" stroke="var(--surface)" strokeWidth="1.5" strokeLinecap="round" />
    </>
  ),
}

export function PriorityGlyph({ priority }: { priority: Priority }) {
  return (
    <svg
      viewBox="0 0 14 14"
      width="14"
      height="14"
      fill={`var(--${priority})`}
      stroke={`var(--${priority}-edge)`}
      aria-hidden="true"
    >
      {PRIORITY_SHAPES[priority]}
    </svg>
  )
}

/** Shape and word; boxed in headers, without a box in tables and fields. */
export function PriorityMark({ priority, boxed = false }: { priority: Priority; boxed?: boolean }) {
  return (
    <span className={boxed ? 'priority boxed' : 'priority'}>
      <PriorityGlyph priority={priority} />
      {PRIORITIES[priority]}
    </span>
  )
}

/** Shown instead of "AI Classified" while the classification is pending, or overdue by minutes. */
function NotClassified({ id }: { id: string }) {
  return useIsPollingStopped(id) ? say('Not classified yet') : say('Classifying…')
}

/** Dashed while the request is pending and the suggestion waits for a person, plain afterwards. */
export function AiLabel({ request }: { request: Pick<ServiceRequest, 'id' | 'classifiedAt' | 'status'> }) {
  const state = !request.classifiedAt ? 'ai-label wait' : request.status === 'pending' ? 'ai-label' : 'ai-label set'
  return (
    <span className={state}>
      <ScanText className="icon" strokeWidth={1.5} absoluteStrokeWidth aria-hidden="true" />
      {request.classifiedAt ? say('AI Classified') : <NotClassified id={request.id} />}
    </span>
  )
}
