import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { UndeliveredMails } from '../../../shared/email-settings.ts'
import { fullName } from '../../../shared/people.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { fullInstant } from '../../ui/formats/dates.ts'
import { classes } from '../../ui/classes.ts'
import { count } from '../../ui/count.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Scrolling } from '../../ui/Scrolling.tsx'
import { AS } from '../../ui/table-roles.ts'
import { usePageWithin } from '../../ui/use-page-within.ts'
import styles from '../form/settings.module.css'
import { UNDELIVERED_SHOWN, undeliveredOptions } from './api.ts'

/** Mail that the SMTP server did not take; nothing while there is none. */
export function UndeliveredCard() {
  const [page, setPage] = useState(1)
  const mails = useQuery({ ...undeliveredOptions(page), placeholderData: keepPreviousData })
  usePageWithin({ page, total: mails.data?.total, pageSize: UNDELIVERED_SHOWN }, setPage)
  if (!mails.isError && !mails.data?.total) return null
  return (
    <section className="card" aria-labelledby="undelivered">
      <header className="lined">
        <h2 id="undelivered">Not delivered</h2>
      </header>
      {mails.isError && (
        <div className="padded">
          <ReadError title="The messages could not be loaded" query={mails} />
        </div>
      )}
      {mails.data && <Mails mails={mails.data.mails} isBusy={mails.isPlaceholderData} />}
      <footer className={`text-13 soft ${styles.foot}`}>
        <p className="grow">
          <Link to="/settings/jobs">Background Jobs</Link> sends them again
        </p>
        {mails.data && mails.data.total > UNDELIVERED_SHOWN && (
          <Pager
            page={page}
            total={mails.data.total}
            pageSize={UNDELIVERED_SHOWN}
            shownPage={mails.isPlaceholderData ? null : page}
            onPage={setPage}
          />
        )}
      </footer>
    </section>
  )
}

function Mails({ mails, isBusy }: { mails: UndeliveredMails['mails']; isBusy: boolean }) {
  return (
    <Scrolling label="Messages that were not delivered">
      <table className={classes(styles.usage, styles.stacked)} {...AS.table}>
        <thead {...AS.group}>
          <tr {...AS.row}>
            <th scope="col" {...AS.columnHead}>
              For
            </th>
            <th scope="col" {...AS.columnHead}>
              Why
            </th>
            <th scope="col" {...AS.columnHead} className="numeric">
              Attempts
            </th>
            <th scope="col" {...AS.columnHead}>
              State
            </th>
          </tr>
        </thead>
        <tbody aria-busy={isBusy} {...AS.group}>
          {mails.map(({ id, person, to, why, attempts, givenUpAt }) => (
            <tr key={id} {...AS.row}>
              <td {...AS.cell}>
                <bdi>{person ? fullName(person) : 'The address in the settings'}</bdi>
                <small className="muted">{to ?? '–'}</small>
              </td>
              <td {...AS.cell}>{why}</td>
              <td className="numeric" data-label="Attempts" {...AS.cell}>
                {count(attempts)}
              </td>
              <td className="nowrap" {...AS.cell}>
                {givenUpAt ? 'Given up' : 'Tried again later'}
                {givenUpAt && <small className="muted">{fullInstant(givenUpAt)}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}
