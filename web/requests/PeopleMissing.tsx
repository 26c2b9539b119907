import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { Note } from '../ui/Note.tsx'
import { peopleOptions } from './api.ts'

/** Says that the people to choose from are not there, where otherwise only "Unassigned" could be chosen without a reason. */
export function PeopleMissing() {
  const { data, isError, isFetching, fetchStatus, refetch } = useQuery(peopleOptions())
  if (data) return null
  if (fetchStatus === 'paused')
    return (
      <Note tone="amber" role="status">
        The list of people was not loaded before you went offline. It is read when the connection is back.
      </Note>
    )
  if (!isError) return null
  return (
    <Note
      tone="amber"
      icon={TriangleAlert}
      role="alert"
      title="The list of people could not be read"
      action={
        <Button size="small" busy={isFetching} busyLabel="Trying…" onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      Nobody else can be chosen until it is there; who is assigned now stays as it is.
    </Note>
  )
}
