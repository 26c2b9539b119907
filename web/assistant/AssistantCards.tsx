import { ChartColumn, ChevronRight, Copy, Info, Lock, type LucideIcon, Scale, Search, Timer } from 'lucide-react'
import type { Ability } from '../../shared/assistant/abilities.ts'
import { STATUS_KEYS, STATUS_MEANINGS } from '../../shared/request-rules.ts'
import { StatusBadge } from '../requests/common/badges.tsx'
import { Icon } from '../ui/Icon.tsx'
import { abilityOf, inSentence } from './abilities.ts'
import type { Ask } from './ask.ts'
import styles from './cards.module.css'
import { classes } from '../ui/classes.ts'

export interface AskableProps {
  title: string
  questions: readonly string[]
  onAsk: Ask
  busy: boolean
}

/** Suggested questions, asked with a click. */
export function Askable({ title, ...rest }: AskableProps) {
  return (
    <section className="card">
      <header>
        <h2>{title}</h2>
      </header>
      <Questions {...rest} />
    </section>
  )
}

export function Questions({ questions, onAsk, busy }: Omit<AskableProps, 'title'>) {
  return (
    <ul className={styles.questions}>
      {questions.map((question) => (
        <li key={question}>
          <button type="button" aria-disabled={busy || undefined} onClick={() => !busy && onAsk(question)}>
            {question}
            <Icon of={ChevronRight} size="s" />
          </button>
        </li>
      ))}
    </ul>
  )
}

export function StatusMeanings() {
  return (
    <section className="card">
      <header>
        <h2>What each status means</h2>
      </header>
      <dl className={styles.meanings}>
        {STATUS_KEYS.filter((status) => status !== 'cancelled').map((status) => (
          <div key={status}>
            <dt>
              <StatusBadge status={status} />
            </dt>
            <dd className="text-13 soft">{STATUS_MEANINGS[status]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The kinds of questions that best explain its purpose; the help names them all. */
const SHOWN: readonly { name: Ability['name']; icon: LucideIcon }[] = [
  { name: 'count', icon: ChartColumn },
  { name: 'list', icon: Search },
  { name: 'durations', icon: Timer },
  { name: 'compare', icon: Scale },
  { name: 'similar', icon: Copy },
]

export function Capabilities() {
  return (
    <>
      <section className="card">
        <header>
          <h2>What it can do</h2>
        </header>
        <ul className={classes('text-13 soft', styles.canDo)}>
          {SHOWN.map(({ name, icon }) => (
            <li key={name}>
              <Icon of={icon} />
              {inSentence(abilityOf(name).does)}
            </li>
          ))}
          <li>
            <Icon of={Lock} />
            Uses only what you can see, and changes nothing
          </li>
        </ul>
      </section>
      <p className="note text-12">
        <Icon of={Info} size="s" />
        <span className="grow">Answers can be incomplete. Check the linked rows before you decide.</span>
      </p>
    </>
  )
}
