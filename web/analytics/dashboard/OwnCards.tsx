import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { WaitingCard } from '../../notices/WaitingCard.tsx'
import { OwnOpenRequests } from '../outlook/OwnOpenRequests.tsx'
import { ChecklistCard } from '../../settings/setup/ChecklistCard.tsx'
import { usePrintTime } from '../../ui/print-time.ts'
import type { CardGroup, ChartName, OwnName } from './cards.ts'
import { distributionQuery, volumeQuery } from './queries.ts'
import { useRange } from './range.ts'
import { StatCards } from './StatCards.tsx'
import { StatusChart } from './StatusChart.tsx'
import { VolumeChart } from './VolumeChart.tsx'
import styles from './dashboard.module.css'

const CHARTS = {
  'status-chart': { Chart: StatusChart, width: 'minmax(0, 5fr)' },
  'volume-chart': { Chart: VolumeChart, width: 'minmax(0, 8fr)' },
} as const

/** The cards above the list, as the person has arranged them. */
export function OwnCards({ groups, withCharts }: { groups: readonly CardGroup[]; withCharts: boolean }) {
  const isPrinted = usePrintTime() !== null
  const charts = groups.flatMap((group) => (group.kind === 'charts' ? group.cards : []))
  // Fetched while the charts are folded, too: they open at once, and print shows them.
  useQuery({ ...distributionQuery, enabled: charts.includes('status-chart') })
  useQuery({ ...volumeQuery(useRange()[0]), enabled: charts.includes('volume-chart') })
  const shown = groups.filter(({ kind }) => kind !== 'charts' || withCharts || isPrinted)
  return (
    // Without figures above it, the list below takes the rest of the window. Own open requests set this themselves.
    <div
      className={styles.cards}
      data-figures={shown.some(({ kind }) => kind === 'figures' || kind === 'charts') || undefined}
    >
      {shown.map((group) => {
        if (group.kind === 'checklist') return <ChecklistCard key="checklist" />
        if (group.kind === 'own') return <OwnRow key={group.cards[0]} cards={group.cards} />
        if (group.kind === 'figures') return <StatCards key={group.cards[0]} cards={group.cards} />
        return <Charts key={group.cards[0]} cards={group.cards} />
      })}
    </div>
  )
}

const OWN = { waiting: WaitingCard, 'own-open': OwnOpenRequests } as const

/** Beside each other where there is room. A card without content is not there. */
function OwnRow({ cards }: { cards: readonly OwnName[] }) {
  return (
    <div className={styles.own}>
      {cards.map((card) => {
        const { [card]: Card } = OWN
        return <Card key={card} />
      })}
    </div>
  )
}

function Charts({ cards }: { cards: readonly ChartName[] }) {
  const columns = cards.map((card) => CHARTS[card].width).join(' ')
  return (
    <div className={styles.charts} style={{ '--columns': columns } as CSSProperties}>
      {cards.map((card) => {
        const { Chart } = CHARTS[card]
        return <Chart key={card} />
      })}
    </div>
  )
}
