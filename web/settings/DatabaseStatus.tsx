import { useQuery } from '@tanstack/react-query'
import { ReadError } from '../errors/ReadError.tsx'
import { Record } from '../ui/Record.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { count } from '../ui/count.ts'

/** What /api/ready answers to a person who may read the audit log. */
interface Ready {
  audit?: { state: 'checking' | 'intact' | 'damaged'; entries: number }
}

const AUDIT_STATES = { checking: 'Being checked', intact: 'Intact', damaged: 'Damaged' }

/** Whether the database can be reached now, asked each time the card is shown. */
export function DatabaseStatus() {
  const ready = useQuery<Ready>({ queryKey: ['/api/ready'], refetchOnMount: 'always', gcTime: 0 })
  const { data } = ready
  return (
    <section className="card" aria-labelledby="database">
      <header className="lined">
        <h2 id="database">Database status</h2>
      </header>
      <div className="padded">
        {ready.isError ? (
          <ReadError title="The database status could not be loaded" query={ready} />
        ) : data ? (
          <Record
            boxes={[
              { label: 'Connection', value: 'Connected' },
              { label: 'Structure', value: 'Up to date' },
              ...(data.audit
                ? [
                    { label: 'Audit log', value: AUDIT_STATES[data.audit.state] },
                    { label: 'Audit log entries', value: count(data.audit.entries) },
                  ]
                : []),
            ]}
          />
        ) : (
          <Loading label="Loading the database status">
            <Skeleton height={48} />
          </Loading>
        )}
      </div>
    </section>
  )
}
