import { Link } from 'react-router'
import { OPEN_OR, STATUSES, statusWord } from '../../../shared/request-rules.ts'
import type { Flow } from '../../../shared/analytics/flow.ts'
import { AgeChart, type AgeStrip } from '../../ui/charts/AgeChart.tsx'
import type { ChartData } from '../../ui/charts/chart-data.ts'
import { ChartCard } from '../../ui/charts/ChartCard.tsx'
import { Legend } from '../../ui/charts/Legend.tsx'
import { count } from '../../ui/count.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { DEFINITIONS } from '../definitions.ts'
import { Definition } from './Definition.tsx'
import type { PanelProps } from './panel-props.ts'
import { dayFigure, requestsWords } from '../words.ts'
import { durationWords, unitHead } from './words.ts'

type Ageing = Flow['ageing'][number]
type RequestLink = PanelProps['link']

const NAME = 'Age of open requests'

/** Time of open requests in their status, on percentile bands of the time that finished ones spent in it. */
export function AgeingPanel({ flow, rowsTo, link }: Omit<PanelProps, 'onPeriod'>) {
  const shown = flow.ageing.filter(({ count }) => count > 0)
  const late = shown.filter(({ past, above }) => past && above.p85 > 0)
  return (
    <ChartCard
      name={NAME}
      finding={ageingFinding(flow.ageing)}
      {...(shown.length > 0 && { data: () => ageingTable(shown, flow.days, link) })}
      definition={<Definition asOf={flow.asOf}>{DEFINITIONS.ageing}</Definition>}
      note={
        shown.length > 0 && (
          <>
            <Legend
              items={[
                { mark: 'dot', label: 'within' },
                { mark: 'ring', label: 'above the 85% line' },
              ]}
            />
            {notes(shown, flow.days).map((note) => (
              <p key={note}>{note}</p>
            ))}
          </>
        )
      }
      action={
        late.length > 0 && (
          <span className="row wrap text-12">
            {late.map(({ status, above, rows }) => (
              <Link key={status} to={rowsTo(rows.above85)}>
                Open {late.length === 1 ? 'these ' : ''}
                {count(above.p85)}
                {late.length === 1 ? '' : ` ${statusWord(status)}`}
              </Link>
            ))}
          </span>
        )
      }
    >
      {shown.length === 0 ? (
        <EmptyState title="Nothing is open" level={3}>
          No request with these filters is {OPEN_OR}.
        </EmptyState>
      ) : (
        <AgeChart strips={shown.map((ageing) => stripOf(ageing, flow.days, link))} />
      )}
    </ChartCard>
  )
}

function ageingFinding(ageing: readonly Ageing[]): string {
  const open = ageing.reduce((sum, { count }) => sum + count, 0)
  if (open === 0) return 'No request is open'
  const compared = ageing.filter(({ past, count }) => past && count > 0)
  if (compared.length === 0)
    return `${requestsWords(open)} ${open === 1 ? 'is' : 'are'} open, and none is finished to compare with`
  const above = compared.reduce((sum, { above }) => sum + above.p85, 0)
  if (above === 0) return 'No open request is older than 85% of those finished'
  return `${count(above)} open ${above === 1 ? 'request is' : 'requests are'} older than 85% of those finished`
}

function stripOf(
  { status, count: open, past, points, above }: Ageing,
  unit: Flow['days'],
  link: RequestLink,
): AgeStrip {
  const title = `${STATUSES[status]} · ${count(open)}`
  const lines = past
    ? ` Of finished requests, 50% had left this status within ${dayFigure(past.p50)}, 85% within ${dayFigure(past.p85)} and 95% within ${durationWords(past.p95, unit)}; ${count(above.p85)} are older than the 85% line.`
    : ''
  return {
    title,
    label: `Age of requests in ${STATUSES[status]}`,
    summary: `${requestsWords(open)} in ${STATUSES[status]}, the oldest for ${durationWords(points.age[0] ?? 0, unit)}.${lines}`,
    values: points.age,
    bands: past,
    markOf: (index) => {
      const id = points.requestId[index] ?? ''
      const age = `${durationWords(points.age[index] ?? 0, unit)} in this status`
      return { name: `${id}: ${age}`, title: id, lines: [age], link: link(id) }
    },
  }
}

function notes(shown: readonly Ageing[], unit: Flow['days']): string[] {
  const words = [`${unitHead(unit)} in this status; shading: by this age 50, 85 and 95% had left it`]
  const small = shown.filter(({ isSmall, past }) => isSmall && past)
  const none = shown.filter(({ past }) => !past)
  const names = (list: readonly Ageing[]) => list.map(({ status }) => STATUSES[status]).join(' and ')
  if (small.length > 0) words.push(`Few finished requests stand behind the shading of ${names(small)}`)
  if (none.length > 0) words.push(`No finished request to compare ${names(none)} with`)
  const cut = shown.find(({ isCut }) => isCut)
  if (cut) words.push(`Of ${STATUSES[cut.status]} the oldest ${count(cut.points.age.length)} are drawn`)
  return words
}

/** The oldest first. */
function ageingTable(shown: readonly Ageing[], unit: Flow['days'], link: RequestLink): ChartData {
  const rows = shown.flatMap(({ status, points }) =>
    points.requestId.map((id, index) => ({
      cells: [id, STATUSES[status], points.age[index] ?? 0] as const,
      link: link(id),
    })),
  )
  return { head: ['Request', 'Status', unitHead(unit)], rows: rows.sort((a, b) => b.cells[2] - a.cells[2]) }
}
