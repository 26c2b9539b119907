import { useState } from 'react'
import { fullName } from '../../../shared/people.ts'
import type { ImportRow } from '../../../shared/people-import.ts'
import { nameParts } from '../../../shared/name-parts.ts'
import { PHONE, useMedia } from '../../ui/media.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Scrolling } from '../../ui/Scrolling.tsx'
import styles from './people.module.css'

const SHOWN = 20

/** The lines of a file with the effect of each: those left out first, then those with notes, each in the file's order. */
export function ImportRows({ rows }: { rows: readonly ImportRow[] }) {
  const [page, setPage] = useState(1)
  // On a phone the result would be out of sight, at the end of a table that scrolls.
  const isPhone = useMedia(PHONE)
  const ordered = rows.toSorted((a, b) => urgencyOf(b) - urgencyOf(a) || a.line - b.line)
  const shown = ordered.slice((page - 1) * SHOWN, page * SHOWN)
  return (
    <>
      {isPhone ? <Blocks rows={shown} /> : <Table rows={shown} />}
      {rows.length > SHOWN && (
        <footer>
          <Pager page={page} total={rows.length} pageSize={SHOWN} onPage={setPage} />
        </footer>
      )}
    </>
  )
}

function urgencyOf({ problems, notes }: ImportRow): number {
  return problems.length > 0 ? 2 : notes.length > 0 ? 1 : 0
}

function Table({ rows }: { rows: readonly ImportRow[] }) {
  return (
    <Scrolling label="What will be created">
      <table className={styles.import}>
        <thead>
          <tr>
            <th scope="col" className="numeric">
              Line
            </th>
            <th scope="col">Full name</th>
            <th scope="col">Username</th>
            <th scope="col">Email</th>
            <th scope="col">Role</th>
            <th scope="col">Department</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line}>
              <td className="numeric">{row.line}</td>
              <td>{nameIn(row)}</td>
              <td>{row.username}</td>
              <td>{row.email}</td>
              <td>{row.role}</td>
              <td>{row.department}</td>
              <td>
                <Result row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}

function Blocks({ rows }: { rows: readonly ImportRow[] }) {
  return (
    <ul aria-label="What will be created" className={styles.blocks}>
      {rows.map((row) => (
        <li key={row.line}>
          <p className="text-12 muted">Line {row.line}</p>
          <b className="medium">{nameIn(row)}</b>
          <p className="text-13 soft">{[row.username, row.role, row.department].filter(Boolean).join(' · ')}</p>
          <p className="text-13 soft">{row.email}</p>
          <Result row={row} />
        </li>
      ))}
    </ul>
  )
}

/** As the account will have it: a file may put the last name first. */
function nameIn({ fullName: written }: ImportRow): string {
  return fullName(nameParts(written))
}

function Result({ row: { problems, notes } }: { row: ImportRow }) {
  return (
    <>
      {problems.length === 0 ? (
        <span className="status done">Will be invited</span>
      ) : (
        <span className="status rejected">Left out</span>
      )}
      {[...problems, ...notes].map((words) => (
        <p key={words} className="text-13">
          {words}.
        </p>
      ))}
    </>
  )
}
