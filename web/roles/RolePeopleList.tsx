import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName } from '../../shared/people.ts'
import { ReadError } from '../errors/ReadError.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { PEOPLE_SHOWN, rolePeopleOptions } from './api.ts'
import styles from './roles.module.css'

/** The people with a role, by page. */
export function RolePeopleList({ roleId }: { roleId: string }) {
  const [page, setPage] = useState(1)
  const people = useQuery({ ...rolePeopleOptions(roleId, page), placeholderData: keepPreviousData })
  if (people.isError) return <ReadError title="The names could not be loaded" query={people} />
  if (!people.data) {
    return (
      <Loading label="Loading the names">
        <Skeleton height={60} />
      </Loading>
    )
  }
  if (people.data.total === 0) return <p className="text-13 soft">Nobody has this role.</p>
  return (
    <>
      <ul className={styles.names}>
        {people.data.people.map((person) => (
          <li key={person.id}>
            <bdi>{fullName(person)}</bdi>
          </li>
        ))}
      </ul>
      {people.data.total > PEOPLE_SHOWN && (
        <div className={styles.pager}>
          <Pager page={page} total={people.data.total} pageSize={PEOPLE_SHOWN} onPage={setPage} />
        </div>
      )}
    </>
  )
}
