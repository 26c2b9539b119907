import { useState } from 'react'
import { fullName, initials } from '../../../shared/people.ts'
import type { Activity, Visitor } from '../../../shared/presence.ts'
import { say } from '../../../shared/texts/say.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { count } from '../../ui/count.ts'
import { Popover } from '../../ui/Popover.tsx'
import { usePresence } from './use-presence.ts'
import styles from './visitors.module.css'

const MAX_DISCS = 2

/**
 * Who else has the request open, in a place of its own that nothing else moves into or out of. Pressed, it shows everybody
 * by name: a phone has room for the initials only.
 */
export function Visitors({ requestId, activity }: { requestId: string; activity: Activity }) {
  const people = usePresence(requestId, activity)
  const words = wordsOf(people)
  return (
    <span className={styles.visitors} data-visitors title={words || undefined}>
      {people.length > 0 && (
        <Popover
          label={say('Who else is here')}
          align="start"
          focus="panel"
          className="panel small"
          trigger={
            <button type="button" className={styles.button}>
              {people.slice(0, MAX_DISCS).map((person) => (
                <Avatar key={person.id} initials={initials(person)} />
              ))}
              {people.length > MAX_DISCS && (
                <span className={styles.more} aria-hidden="true">
                  +{count(people.length - MAX_DISCS)}
                </span>
              )}
              <span className={styles.words}>
                <bdi>{words}</bdi>
              </span>
            </button>
          }
        >
          <ul className={styles.list}>
            {people.map((person) => (
              <li key={keyOf(person)}>
                <Avatar initials={initials(person)} />
                <span>
                  <bdi>{fullName(person)}</bdi>{' '}
                  {person.activity === 'editing' ? say('is editing this') : say('is looking at this')}
                </span>
              </li>
            ))}
          </ul>
        </Popover>
      )}
      <Arrivals key={requestId} people={people} />
    </span>
  )
}

/** Announces each person's arrival, and that they edit, once and politely. */
function Arrivals({ people }: { people: readonly Visitor[] }) {
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set())
  const [announced, setAnnounced] = useState<readonly Visitor[]>([])
  const present = new Set(people.map(keyOf))
  const arrived = people.filter((person) => !known.has(keyOf(person)))
  if (arrived.length > 0) {
    setKnown(new Set([...known, ...present]))
    setAnnounced(arrived)
  } else if (!announced.every((person) => present.has(keyOf(person)))) setAnnounced([])
  return (
    <span role="status" className="visually-hidden">
      {wordsOf(announced)}
    </span>
  )
}

function keyOf({ id, activity }: Visitor): string {
  return `${activity} ${id}`
}

function wordsOf(people: readonly Visitor[]): string {
  const editing = people.filter((person) => person.activity === 'editing')
  const looking = people.filter((person) => person.activity === 'looking')
  return [
    editing.length > 0 &&
      say('{count, plural, one {{names} is editing this} other {{names} are editing this}}', {
        count: editing.length,
        names: namesOf(editing),
      }),
    looking.length > 0 &&
      say('{count, plural, one {{names} is also looking at this} other {{names} are also looking at this}}', {
        count: looking.length,
        names: namesOf(looking),
      }),
  ]
    .filter(Boolean)
    .join(', ')
}

function namesOf([first, second, ...more]: readonly Visitor[]): string {
  if (more.length > 0)
    return say('{name} and {count, number} others', { name: fullName(first), count: more.length + 1 })
  return second ? say('{first} and {second}', { first: fullName(first), second: fullName(second) }) : fullName(first)
}
