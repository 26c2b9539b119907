import { useState } from 'react'
import type { ImportRow } from '../../../shared/team.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Scrolling } from '../../ui/Scrolling.tsx'

const SHOWN = 20

/** The lines of a file, those with problems first, with the effect of each. */
export function ImportRows({ rows }: { rows: readonly ImportRow[] }) {
  const [page, setPage] = useState(1)
  const ordered = rows.toSorted((a, b) => b.problems.length - a.problems.length || a.line - b.line)
  return (
    <>
      <Scrolling label="What will be created">
        <table>
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
            {ordered.slice((page - 1) * SHOWN, page * SHOWN).map((row) => (
              <tr key={row.line}>
                <td className="numeric">{row.line}</td>
                <td>{row.fullName}</td>
                <td>{row.username}</td>
                <td>{row.email}</td>
                <td>{row.role}</td>
                <td>{row.department}</td>
                <td>
                  {row.problems.length === 0 ? (
                    <span className="status done">Will be invited</span>
                  ) : (
                    <>
                      <span className="status rejected">Left out</span> {row.problems.join('. ')}.
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
      {rows.length > SHOWN && (
        <footer>
          <Pager page={page} total={rows.length} pageSize={SHOWN} onPage={setPage} />
        </footer>
      )}
    </>
  )
}
