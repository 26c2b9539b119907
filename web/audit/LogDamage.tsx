import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { AUDIT_DAMAGE } from '../../shared/audit.ts'
import { fullInstant } from '../ui/formats/dates.ts'
import { count } from '../ui/count.ts'
import { Note } from '../ui/Note.tsx'
import { headOptions } from './api.ts'

/** What is wrong with the log, above it: nothing while it is intact. */
export function LogDamage() {
  const found = useQuery(headOptions()).data?.found
  if (!found) return null
  const { damage, brokenAt, foundAt } = found
  return (
    <Note tone="red" icon={TriangleAlert} title={`${AUDIT_DAMAGE[damage] ?? 'The audit log was damaged'}.`}>
      <p>
        Found on {fullInstant(foundAt)}
        {brokenAt > 0 && <>, from entry {count(brokenAt)} on</>}. Compare with a digest that was printed or with the
        server’s log. Whoever runs the server can have the log watched anew once this is explained: with the server
        stopped, <code>npm run audit:verify -- --accept</code>.
      </p>
    </Note>
  )
}
