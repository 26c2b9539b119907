import { CircleCheck, Clock3, Inbox, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { DashboardStats } from '../../../shared/dashboard.ts'
import { TrendBars } from '../../ui/charts/TrendBars.tsx'
import { count } from '../../ui/count.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import type { Tone } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { nameOf, type FigureName } from './cards.ts'
import { completedMeaning, overdueMeaning, pendingMeaning, totalMeaning, type Meaning } from './findings.ts'
import { allRequests, overdueRequests, requestsWithStatus } from './links.ts'
import { statsQuery } from './queries.ts'

interface Card {
  tone: Tone
  icon: LucideIcon
  to: string
  value: (stats: DashboardStats) => number
  meaning: (stats: DashboardStats) => Meaning
  trend: keyof DashboardStats['weekly']
  trendLabel: string
}

const CARDS: Record<FigureName, Card> = {
  total: {
    tone: 'blue',
    icon: Inbox,
    to: allRequests,
    value: (stats) => stats.totalRequests,
    meaning: totalMeaning,
    trend: 'total',
    trendLabel: 'Created in each of the last 12 weeks',
  },
  'pending-review': {
    tone: 'amber',
    icon: Clock3,
    to: requestsWithStatus('pending'),
    value: (stats) => stats.pendingReview,
    meaning: pendingMeaning,
    trend: 'pendingReview',
    trendLabel: 'Pending at the end of each of the last 12 weeks',
  },
  completed: {
    tone: 'green',
    icon: CircleCheck,
    to: requestsWithStatus('completed'),
    value: (stats) => stats.completed,
    meaning: completedMeaning,
    trend: 'completed',
    trendLabel: 'Completed in each of the last 12 weeks',
  },
  overdue: {
    tone: 'red',
    icon: TriangleAlert,
    to: overdueRequests,
    value: (stats) => stats.overdue,
    meaning: overdueMeaning,
    trend: 'overdue',
    trendLabel: 'Overdue at the end of each of the last 12 weeks',
  },
}

/** Figures in one frame; each links to the rows it counts. While loading, placeholders of the same height. */
export function StatCards({ cards }: { cards: readonly FigureName[] }) {
  const query = useQuery(statsQuery)
  const { data: stats, error } = query
  if (error && !stats) {
    return <ReadError title="Failed to fetch stats" query={query} />
  }
  return (
    <div className="stats" style={{ '--columns': cards.length } as CSSProperties} aria-busy={!stats}>
      {cards.map((key) => {
        const card = CARDS[key]
        return (
          <Link key={key} to={card.to} className={`stat tone-${card.tone}`}>
            <span className="caption">
              <span className="glyph">
                <Icon of={card.icon} size="s" />
              </span>
              {nameOf(key)}
            </span>
            {stats ? <Figures card={card} stats={stats} /> : <Placeholder />}
          </Link>
        )
      })}
    </div>
  )
}

function Figures({ card, stats }: { card: Card; stats: DashboardStats }) {
  const { figure, words } = card.meaning(stats)
  return (
    <>
      <span className="value">{count(card.value(stats))}</span>
      <span className="meaning" title={`${figure} ${words}`}>
        <b>{figure}</b> {words}
      </span>
      <TrendBars values={stats.weekly[card.trend]} label={card.trendLabel} />
    </>
  )
}

function Placeholder() {
  return (
    <>
      <span className="value">
        <span className="skeleton after-200" />
        <span className="visually-hidden">Loading</span>
      </span>
      <span className="meaning">
        <span className="skeleton after-200" />
      </span>
    </>
  )
}
