import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import type { DatabaseStatus as Status } from '../../shared/operation.ts'
import { ReadError } from '../ui/errors/ReadError.tsx'
import { clockTime } from '../ui/formats/dates.ts'
import { Note } from '../ui/Note.tsx'
import { FactGrid, type Fact } from '../ui/FactGrid.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { count } from '../ui/count.ts'
import { databaseStatusOptions } from './form/api.ts'
import { sizeInWords } from '../ui/formats/sizes.ts'

/** Response of /api/ready for a person who may read the audit log. */
interface Ready {
  audit?: { state: 'checking' | 'intact' | 'damaged'; entries: number }
}

const AUDIT_STATES = { checking: 'Being checked', intact: 'Intact', damaged: 'Damaged' }
const ENGINES = { sqlite: 'SQLite, embedded', postgres: 'PostgreSQL' }

/** State of the database, polled every few seconds while the card is visible. */
export function DatabaseStatus() {
  const ready = useQuery<Ready>({ queryKey: ['/api/ready'], refetchOnMount: 'always', gcTime: 0 })
  const status = useQuery(databaseStatusOptions())
  return (
    <section className="card" aria-labelledby="database">
      <header className="lined">
        <h2 className="grow" id="database">
          Database status
        </h2>
        {status.data && (
          <span className="text-12 muted">Measured at {clockTime(new Date(status.dataUpdatedAt).toISOString())}</span>
        )}
      </header>
      <div className="padded stack">
        {status.data && <FailedJobs failed={status.data.jobs.dead} />}
        {status.isError && <ReadError title="The database status could not be loaded" query={status} />}
        {status.data ? (
          <FactGrid boxes={boxesOf(status.data, ready.data)} />
        ) : (
          !status.isError && (
            <Loading label="Loading the database status">
              <Skeleton height={96} />
            </Loading>
          )
        )}
      </div>
    </section>
  )
}

function FailedJobs({ failed }: { failed: number }) {
  if (failed === 0) return null
  return (
    <Note tone="red" icon={TriangleAlert} action={<Link to="/settings/jobs?state=failed">See why</Link>}>
      {failed === 1 ? 'A background job has failed.' : `${count(failed)} background jobs have failed.`}
    </Note>
  )
}

function boxesOf(status: Status, ready: Ready | undefined): Fact[] {
  const { engine, version, sizeBytes, latencyMs, migrations, connections, jobs } = status
  return [
    { label: 'Engine', value: `${ENGINES[engine]} ${version}` },
    { label: 'Size', value: sizeInWords(sizeBytes) },
    { label: 'Latency', value: latencyMs < 1 ? 'Below 1 ms' : `${count(Math.round(latencyMs))} ms` },
    { label: 'Migrations', value: `${count(migrations.applied)}, up to ${migrations.newest ?? 'none'}` },
    {
      label: 'Connections',
      value: connections ? `${count(connections.open)} of ${count(connections.most)}` : 'Embedded',
    },
    { label: 'Jobs waiting', value: count(jobs.waiting) },
    { label: 'Jobs running', value: count(jobs.running) },
    { label: 'Jobs scheduled', value: count(jobs.scheduled) },
    { label: 'Failed jobs', value: count(jobs.dead), span: ready?.audit ? 4 : 12 },
    ...(ready?.audit ? boxesOfLog(ready.audit) : []),
  ]
}

function boxesOfLog({ state, entries }: NonNullable<Ready['audit']>): Fact[] {
  return [
    { label: 'Audit log', value: AUDIT_STATES[state], span: 4 },
    { label: 'Audit log entries', value: count(entries), span: 4 },
  ]
}
