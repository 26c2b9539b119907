import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName } from '../../../../shared/people.ts'
import type { ImportLine, PeopleImport } from '../../../../shared/people-import.ts'
import { ReadError } from '../../../ui/errors/ReadError.tsx'
import { PHONE, useMedia } from '../../../ui/media.ts'
import { Pager } from '../../../ui/Pager.tsx'
import { Scrolling } from '../../../ui/Scrolling.tsx'
import { rolesOptions } from '../api.ts'
import styles from '../people.module.css'
import { LINES_SHOWN, linesOptions } from './api.ts'
import { changeWords, NOTE_WORDS, outcomeOf, problemWords } from './import-words.ts'

/** The people of the file by page: those left out first, then those with notes, changed, new and unchanged ones. */
export function ImportLines({ current }: { current: PeopleImport }) {
  const [page, setPage] = useState(1)
  const query = useQuery({ ...linesOptions(current, page), placeholderData: keepPreviousData })
  const roles = useQuery(rolesOptions()).data?.roles ?? []
  const nameOf = (role: string) => roles.find(({ id }) => id === role)?.name ?? role
  // On a phone the result would be out of sight, at the end of a table that scrolls.
  const isPhone = useMedia(PHONE)
  const lines = query.data?.lines ?? []
  const Shown = isPhone ? Blocks : Table
  return (
    <>
      {query.isError && <ReadError title="The people of the file could not be loaded" query={query} />}
      <div aria-busy={query.isFetching}>
        <Shown lines={lines} state={current.state} nameOf={nameOf} />
      </div>
      {current.people > LINES_SHOWN && (
        <footer>
          <Pager page={page} total={current.people} pageSize={LINES_SHOWN} onPage={setPage} />
        </footer>
      )}
    </>
  )
}

interface LinesProps {
  lines: readonly ImportLine[]
  state: PeopleImport['state']
  nameOf: (role: string) => string
}

function Table({ lines, state, nameOf }: LinesProps) {
  return (
    <Scrolling label="People of the file">
      <table className={styles.import}>
        <thead>
          <tr>
            <th scope="col" className="numeric">
              Line
            </th>
            <th scope="col">Name</th>
            <th scope="col">Username</th>
            <th scope="col">Email</th>
            <th scope="col">Role</th>
            <th scope="col">Department</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.line}>
              <td className="numeric">{line.line}</td>
              <td>
                <bdi>{fullName(line)}</bdi>
              </td>
              <td>
                <bdi>{line.username}</bdi>
              </td>
              <td>{line.email}</td>
              <td>{nameOf(line.role)}</td>
              <td>{line.department}</td>
              <td>
                <Result line={line} state={state} nameOf={nameOf} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}

function Blocks({ lines, state, nameOf }: LinesProps) {
  return (
    <ul aria-label="People of the file" className={styles.blocks}>
      {lines.map((line) => (
        <li key={line.line}>
          <p className="text-12 muted">Line {line.line}</p>
          <b className="medium">
            <bdi>{fullName(line)}</bdi>
          </b>
          <p className="text-13 soft">
            {[line.username, nameOf(line.role), line.department].filter(Boolean).join(' · ')}
          </p>
          <p className="text-13 soft">{line.email}</p>
          <Result line={line} state={state} nameOf={nameOf} />
        </li>
      ))}
    </ul>
  )
}

type ResultProps = Omit<LinesProps, 'lines'> & { line: ImportLine }

function Result({ line, state, nameOf }: ResultProps) {
  const { tone, words } = outcomeOf(line, state)
  const reasons = [...line.problems.map(problemWords), ...line.notes.map((note) => NOTE_WORDS[note])]
  return (
    <>
      <span className={`status tone-${tone}`}>{words}</span>
      {line.outcome === 'update' &&
        line.changes.map((change) => (
          <p key={change.field} className="text-13">
            {changeWords(change, nameOf)}
          </p>
        ))}
      {[...new Set(reasons)].map((reason) => (
        <p key={reason} className="text-13">
          {reason}.
        </p>
      ))}
    </>
  )
}
