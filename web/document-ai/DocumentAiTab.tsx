import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Reading } from '../../shared/document-ai.ts'
import { fullName } from '../../shared/people.ts'
import { ReadError } from '../ui/errors/ReadError.tsx'
import { fullInstant, nearInstant } from '../ui/formats/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Progress } from '../ui/Progress.tsx'
import { Scrolling } from '../ui/Scrolling.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { usePageWithin } from '../ui/use-page-within.ts'
import { isUnderWay, PAGE_SIZE, readingsOptions } from './api.ts'
import { readingPath } from './paths.ts'
import { UploadCard } from './UploadCard.tsx'
import { stateWords } from './words.ts'
import styles from './document-ai.module.css'

function Row({ reading }: { reading: Reading }) {
  const { id, document, askedAt, askedBy, state } = reading
  return (
    <tr>
      <td>
        <Link to={readingPath(id)}>
          <bdi>{document.name}</bdi>
        </Link>
        {document.request && <span className="text-12 muted"> · {document.request.requestId}</span>}
      </td>
      <td>
        {stateWords(reading)}
        {isUnderWay(state) && <Progress label={stateWords(reading)} />}
      </td>
      <td>{fullName(askedBy) || 'Unknown'}</td>
      <td>
        <time dateTime={askedAt} title={fullInstant(askedAt)}>
          {nearInstant(askedAt)}
        </time>
      </td>
    </tr>
  )
}

function List({ readings }: { readings: Reading[] }) {
  return (
    <Scrolling label="Documents">
      <table className={styles.list}>
        <thead>
          <tr>
            {['Document', 'Proposals', 'Uploaded by', 'When'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {readings.map((reading) => (
            <Row key={reading.id} reading={reading} />
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}

/** Documents that become proposed requests: uploaded here, read in the background, reviewed one by one. */
export default function DocumentAiTab() {
  const [page, setPage] = useState(1)
  const query = useQuery(readingsOptions(page))
  const { data } = query
  usePageWithin({ page, total: data?.total, pageSize: PAGE_SIZE }, setPage)
  return (
    <div className={styles.side}>
      <UploadCard />
      <section className="card" aria-labelledby="documents-read">
        <header className="lined">
          <h2 id="documents-read">Documents</h2>
        </header>
        {data ? (
          data.total === 0 ? (
            <EmptyState picture="add" title="No documents yet" level={3}>
              Upload minutes, a letter or a report. What it asks for is proposed as requests, each with the sentence
              that it comes from.
            </EmptyState>
          ) : (
            <List readings={data.readings} />
          )
        ) : (
          <div className="padded">
            {query.isError ? (
              <ReadError title="The documents could not be loaded" query={query} />
            ) : (
              <Loading label="Loading the documents">
                <Skeleton height={160} />
              </Loading>
            )}
          </div>
        )}
        {data && data.total > PAGE_SIZE && (
          <footer>
            <Pager page={page} total={data.total} pageSize={PAGE_SIZE} onPage={setPage} />
          </footer>
        )}
      </section>
    </div>
  )
}
