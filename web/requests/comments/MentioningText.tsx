import { Fragment, type ReactNode } from 'react'
import { usernameKey } from '../../../shared/account-keys.ts'
import type { MentionedPerson } from '../../../shared/comments.ts'
import { possibleMentions } from '../../../shared/mentions.ts'
import { fullName } from '../../../shared/people.ts'
import { LinkedText } from '../common/LinkedText.tsx'
import styles from './markdown.module.css'

interface MentioningTextProps {
  text: string
  mentions: readonly MentionedPerson[]
}

/** A text with its links, and the names of the people whom it mentions. */
export function MentioningText({ text, mentions }: MentioningTextProps): ReactNode {
  const people = new Map(mentions.map((person) => [usernameKey(person.username), person]))
  if (people.size === 0 || !text.includes('@')) return <LinkedText text={text} />
  const pieces: ReactNode[] = []
  let done = 0
  for (const { index, names } of possibleMentions(text)) {
    const name = names.find((one) => people.has(usernameKey(one)))
    const person = name === undefined ? undefined : people.get(usernameKey(name))
    if (name === undefined || !person) continue
    pieces.push(<LinkedText text={text.slice(done, index)} />)
    pieces.push(
      <bdi className={styles.mention} title={`@${person.username}`}>
        @{fullName(person)}
      </bdi>,
    )
    done = index + 1 + name.length
  }
  pieces.push(<LinkedText text={text.slice(done)} />)
  return pieces.map((piece, i) => <Fragment key={i}>{piece}</Fragment>)
}
