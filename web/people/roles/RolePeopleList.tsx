import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName } from '../../../shared/people.ts'
import { useDataOrPrevious } from '../../client/own-data.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { PEOPLE_SHOWN, rolePeopleOptions } from './api.ts'
import styles from './roles.module.css'

/** The people with a role, by page. */
export function RolePeopleList({ roleId }: { roleId: string }) {
  const [page, setPage] = useState(1)
  const people = useQuery({ ...rolePeopleOptions(roleId, page), placeholderData: keepPreviousData })
  const { shown, isBefore, missing } = useDataOrPrevious(people)
  if (people.isError) return <ReadError title="The names could not be loaded" query={people} />
  const total = people.data?.total ?? 0
  if (shown && total === 0) return <p className="text-13 soft">Nobody has this role.</p>
  return (
    <>
      {shown ? (
        <ul className={styles.names} aria-busy={isBefore}>
          {shown.people.map((person) => (
            <li key={person.id}>
              <bdi>{fullName(person)}</bdi>
            </li>
          ))}
        </ul>
      ) : missing === 'offline' ? (
        <NotLoaded what="The names were not loaded" />
      ) : (
        <Loading label="Loading the names">
          <Skeleton height={60} />
        </Loading>
      )}
      {total > PEOPLE_SHOWN && (
        <div className={styles.pager}>
          <Pager page={page} total={total} pageSize={PEOPLE_SHOWN} shownPage={shown ? page : null} onPage={setPage} />
        </div>
      )}
    </>
  )
}
