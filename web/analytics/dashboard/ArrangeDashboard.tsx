import { ArrowDown, ArrowUp, LayoutDashboard } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { DashboardCard, PlacedCard } from '../../../shared/dashboard-cards.ts'
import { useIsSeeing } from '../../client/see-as.ts'
import { useIsChecklistShown } from '../../settings/setup/ChecklistCard.tsx'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useArrange, useCards } from './arrangement.ts'
import { isOrAre, moveCard, nameOf } from './cards.ts'
import { useFocusOnMoved } from './use-focus-on-moved.ts'
import styles from './arrange.module.css'

/**
 * Arranging one's own dashboard: the toggle button, and the list of cards while arranging. Both are hidden while viewing the
 * page as another person, when nothing can be changed.
 * @param cards those that the person may see here, in order
 */
export function useArranging(cards: readonly PlacedCard[]) {
  const isSeeing = useIsSeeing()
  const hasChecklist = useIsChecklistShown()
  const [isArranging, setArranging] = useState(false)
  const [id, begin] = [useId(), useRef<HTMLButtonElement>(null)]
  const present = cards.filter(({ card }) => card !== 'checklist' || hasChecklist)
  if (isSeeing || present.every(({ card }) => card === 'checklist')) return { button: null, panel: null }
  const done = () => {
    setArranging(false)
    begin.current?.focus()
  }
  return {
    button: (
      <Button
        ref={begin}
        look="quiet"
        icon={LayoutDashboard}
        aria-expanded={isArranging}
        aria-controls={isArranging ? id : undefined}
        onClick={() => setArranging(!isArranging)}
      >
        Arrange dashboard
      </Button>
    ),
    panel: isArranging && <Arrangement id={id} cards={present} onDone={done} />,
  }
}

interface ArrangementProps {
  id: string
  cards: readonly PlacedCard[]
  onDone: () => void
}

/** The list in which cards are moved and hidden; the dashboard below updates at once. */
function Arrangement({ id, cards, onDone }: ArrangementProps) {
  const all = useCards()
  const arrange = useArrange()
  const { list, keepFocusOn } = useFocusOnMoved(cards)

  const move = (card: DashboardCard, at: number, by: 1 | -1) => {
    const to = at + by
    if (to < 0 || to >= cards.length) return
    keepFocusOn({ card, by })
    const visible = cards.map((placed) => placed.card)
    arrange({
      cards: moveCard(all, visible, card, by),
      done: `${nameOf(card)} ${isOrAre(card)} now ${to + 1} of ${cards.length}`,
    })
  }
  const show = (card: DashboardCard, isShown: boolean) =>
    arrange({
      cards: all.map((placed) => (placed.card === card ? { card, isShown } : placed)),
      done: `${nameOf(card)} ${isOrAre(card)} ${isShown ? 'shown' : 'hidden'}`,
    })
  return (
    <section id={id} className={classes('card', styles.arrange)} aria-labelledby={`${id}-title`}>
      <header className="lined">
        <h2 className="grow" id={`${id}-title`}>
          Arrange dashboard
        </h2>
        <Button
          size="small"
          look="quiet"
          onClick={() => arrange({ cards: null, done: 'The dashboard is back in its original order' })}
        >
          Restore the defaults
        </Button>
        <Button size="small" onClick={onDone}>
          Done
        </Button>
      </header>
      <ol ref={list} aria-label="Cards">
        {cards.map(({ card, isShown }, i) => (
          <li key={card}>
            <span className={styles.moves}>
              <Move card={card} by={-1} isLast={i === 0} onMove={() => move(card, i, -1)} />
              <Move card={card} by={1} isLast={i === cards.length - 1} onMove={() => move(card, i, 1)} />
            </span>
            <span className={classes('grow', isShown ? 'medium' : 'muted')}>
              {nameOf(card)}
              {!isShown && ' (hidden)'}
            </span>
            <Button
              size="small"
              aria-label={`${isShown ? 'Hide' : 'Show'} ${nameOf(card)}`}
              onClick={() => show(card, !isShown)}
            >
              {isShown ? 'Hide' : 'Show'}
            </Button>
          </li>
        ))}
      </ol>
    </section>
  )
}

interface MoveProps {
  card: DashboardCard
  by: 1 | -1
  isLast: boolean
  onMove: () => void
}

/** Uses `aria-disabled` at the end of the list, so that the button keeps the focus. */
function Move({ card, by, isLast, onMove }: MoveProps) {
  return (
    <IconButton
      size="small"
      icon={by === 1 ? ArrowDown : ArrowUp}
      label={`Move ${nameOf(card)} ${by === 1 ? 'down' : 'up'}`}
      data-move={`${card} ${by}`}
      aria-disabled={isLast || undefined}
      onClick={onMove}
    />
  )
}
