import { Copy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { fullName } from '../../../shared/people.ts'
import type { Person } from '../../../shared/team.ts'
import { type AccountLink, linkPath } from '../../../shared/account-links.ts'
import { fullInstant } from '../../ui/formats/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { Note } from '../../ui/Note.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './people.module.css'

interface OneTimeLinkProps {
  person: Pick<Person, 'firstName' | 'lastName'>
  link: AccountLink
}

/** A link that is shown only once: sent by mail, or to be passed on manually. */
export function OneTimeLink({ person, link }: OneTimeLinkProps) {
  const field = useRef<HTMLInputElement>(null)
  const url = new URL(linkPath(link), window.location.origin).href
  useEffect(() => field.current?.focus(), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      toast({ tone: 'good', title: 'Link copied' })
    } catch {
      field.current?.select()
      toast({ title: 'The link could not be copied', description: 'It is selected: copy it with the keyboard.' })
    }
  }
  const what = link.kind === 'invitation' ? 'Invitation link' : 'Password link'
  return (
    <Note tone="blue" title={`${what} for ${fullName(person)}`}>
      <div className="stack">
        <p>
          It works once, until {fullInstant(link.expiresAt)}, and is shown only now.{' '}
          {link.mailedTo === null
            ? 'It was not sent by mail: copy the link and hand it over yourself.'
            : `It was sent to ${link.mailedTo}.`}
        </p>
        <Field label={what}>
          <span className={styles.link}>
            <TextInput
              ref={field}
              readOnly
              aria-label={what}
              value={url}
              onFocus={(event) => event.currentTarget.select()}
            />
            <Button icon={Copy} onClick={() => void copy()}>
              Copy link
            </Button>
          </span>
        </Field>
      </div>
    </Note>
  )
}
