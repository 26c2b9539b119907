import { useId, useRef, type KeyboardEvent, type RefObject } from 'react'
import { fullName } from '../../../shared/people.ts'
import { count } from '../../ui/count.ts'
import { Field } from '../../ui/Field.tsx'
import { usePlaced } from '../../ui/floating.ts'
import { TextArea } from '../../ui/inputs.tsx'
import { optionId } from '../../ui/SelectList.tsx'
import { classes } from '../../ui/classes.ts'
import { useMention } from './use-mention.ts'
import styles from './comments.module.css'

interface CommentTextProps {
  label: string
  requestId: string
  internal: boolean
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  error: string | undefined
  onText: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void
}

/** The field of a comment, which completes the names of people after an `@`. */
export function CommentText({ label, requestId, internal, field, text, error, onText, onKeyDown }: CommentTextProps) {
  const mention = useMention({ requestId, internal, field, onText })
  const listId = useId()
  return (
    <>
      <Field label={label} error={error} hint="Markdown. Type @ to mention somebody.">
        <TextArea
          ref={field}
          value={text}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={mention.isOpen ? listId : undefined}
          aria-activedescendant={mention.isOpen ? optionId(listId, mention.pointed) : undefined}
          onChange={(event) => {
            onText(event.target.value)
            mention.read()
          }}
          onKeyUp={(event) => {
            if (event.key.startsWith('Arrow') && !mention.isOpen) mention.read()
          }}
          onBlur={mention.close}
          onKeyDown={(event) => {
            if (!mention.onKey(event)) onKeyDown(event)
          }}
        />
      </Field>
      <p role="status" className="visually-hidden">
        {mention.isOpen && `${count(mention.people.length)} people. Arrow keys choose, Enter takes.`}
      </p>
      {mention.isOpen && <Offered id={listId} anchor={field} mention={mention} />}
    </>
  )
}

interface OfferedProps {
  id: string
  anchor: RefObject<HTMLTextAreaElement | null>
  mention: ReturnType<typeof useMention>
}

function Offered({ id, anchor, mention }: OfferedProps) {
  const ref = useRef<HTMLDivElement>(null)
  usePlaced(ref, anchor, { side: 'bottom', align: 'start', gap: 4 })
  return (
    <div
      ref={ref}
      id={id}
      popover="manual"
      role="listbox"
      tabIndex={-1}
      aria-label="People to mention"
      className={classes('menu', styles.offered)}
      // A press must not take the focus from the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      {mention.people.map((person, i) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field keeps the focus and hears the keys
        <div
          key={person.username}
          id={optionId(id, i)}
          role="option"
          aria-label={`${fullName(person)} @${person.username}`}
          tabIndex={-1}
          aria-selected={i === mention.pointed}
          className={classes('option', i === mention.pointed && 'active')}
          onPointerMove={() => mention.point(i)}
          onClick={() => mention.choose(person)}
        >
          <span>
            <bdi>{fullName(person)}</bdi> <bdi className={styles.username}>@{person.username}</bdi>
          </span>
        </div>
      ))}
    </div>
  )
}
