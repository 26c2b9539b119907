import { useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import type { Access, AccessLine } from '../../../shared/access.ts'
import { fullName } from '../../../shared/people.ts'
import { useAddress, withParam } from '../../client/address.ts'
import { ApiError } from '../../client/api-error.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { Area } from '../../app/pages/Area.tsx'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { peopleOptions } from '../../requests/common/api.ts'
import { accessOptions } from './api.ts'
import { rolePath } from './role-paths.ts'
import { SeeAsButton } from './SeeAsButton.tsx'
import styles from './roles.module.css'

/** For one person, and optionally one request: what they can do, by which role and permission, and why not. */
export function AccessPage() {
  return (
    <Area line="Decided by the same rules that the server enforces.">
      <Explained />
    </Area>
  )
}

function Explained() {
  const [params] = useAddress()
  const person = params.get('person') ?? ''
  // Not `request`: that parameter opens a request's details.
  const request = params.get('about') ?? ''
  const access = useQuery({ ...accessOptions(person, request), enabled: person !== '' })
  return (
    <div className="stack">
      <AccessQueryForm person={person} request={request} refusal={refusalOf(access.error)} />
      {person === '' ? (
        <section className="card">
          <EmptyState title="Whose access?">Choose a person, and a request if it is about one.</EmptyState>
        </section>
      ) : access.data ? (
        <Answer access={access.data} />
      ) : access.isError ? (
        refusalOf(access.error) === undefined && <ReadError title="The access could not be loaded" query={access} />
      ) : (
        <Loading label="Loading the access">
          <Skeleton height={320} />
        </Loading>
      )}
    </div>
  )
}

/** An unknown person or request is reported at its field. */
function refusalOf(error: unknown): string | undefined {
  return error instanceof ApiError && error.status === 404 ? error.sentence : undefined
}

function AccessQueryForm({
  person,
  request,
  refusal,
}: {
  person: string
  request: string
  refusal: string | undefined
}) {
  const [, change] = useAddress()
  const [number, setNumber] = useState(request)
  const [known, setKnown] = useState(request)
  // Back or Forward changed the URL: the field follows.
  if (request !== known) {
    setKnown(request)
    setNumber(request)
  }
  const people = useQuery(peopleOptions())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change((now) => withParam(now, 'about', number.trim() || null))
  }
  return (
    <form className={classes('card padded', styles.asking)} aria-label="Whose access, and to what" onSubmit={submit}>
      <Field label="Person" error={request === '' ? refusal : undefined}>
        <Select
          value={person}
          placeholder="Choose a person"
          options={(people.data ?? []).map((one) => ({ value: one.id, label: fullName(one) }))}
          onValueChange={(id) => change((now) => withParam(now, 'person', id))}
        />
      </Field>
      <Field label="Request number" hint="Optional, such as RFD-2026-0042" error={request === '' ? undefined : refusal}>
        <TextInput value={number} autoComplete="off" onChange={(event) => setNumber(event.target.value)} />
      </Field>
      <Button type="submit">Explain</Button>
    </form>
  )
}

function Answer({ access: { person, permissions, request, areas } }: { access: Access }) {
  return (
    <>
      {!person.isActive && (
        <Note tone="amber" title="This account is not active">
          <p>Every call of theirs is refused, whatever the role allows.</p>
        </Note>
      )}
      <p className="text-13 soft" role="status">
        <bdi>{fullName(person)}</bdi> has the role <Link to={rolePath(person.role)}>{person.roleName}</Link>.
      </p>
      {person.isActive && <SeeAsButton person={person} permissions={permissions} />}
      {request && <Lines title={`${request.requestId}: ${request.title}`} lines={request.lines} />}
      <div className={styles.groups}>
        {areas.map(({ title, lines }) => (
          <Lines key={title} title={title} lines={lines} isGrouped />
        ))}
      </div>
    </>
  )
}

function Lines({ title, lines, isGrouped }: { title: string; lines: readonly AccessLine[]; isGrouped?: boolean }) {
  const id = useId()
  return (
    <section className={classes('card', isGrouped && styles.group)} aria-labelledby={id}>
      <header className="lined">
        <h2 id={id}>
          <bdi>{title}</bdi>
        </h2>
      </header>
      <ul className={styles.lines}>
        {lines.map(({ action, isAllowed, why }) => (
          <li key={action}>
            <span className={classes('status bare', isAllowed ? 'tone-green' : 'tone-red')}>
              {isAllowed ? 'Can' : 'Cannot'}
            </span>
            <span>
              <b>{action}</b>
              {why.map((reason) => (
                <span key={reason} className={classes('text-12 muted', styles.reason)}>
                  {reason}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
