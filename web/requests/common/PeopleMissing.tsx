import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { peopleOptions } from './api.ts'
import { say } from '../../../shared/texts/say.ts'

/** Explains that the list of people is missing; without it only "Unassigned" would be offered for no visible reason. */
export function PeopleMissing() {
  const { data, isError, isFetching, fetchStatus, refetch } = useQuery(peopleOptions())
  if (data) return null
  if (fetchStatus === 'paused')
    return (
      <Note tone="amber" role="status">
        {say('The list of people was not loaded before you went offline. It will load when you are back online.')}
      </Note>
    )
  if (!isError) return null
  return (
    <Note
      tone="amber"
      icon={TriangleAlert}
      role="alert"
      title={say('The list of people could not be loaded')}
      action={
        <Button size="small" busy={isFetching} busyLabel={say('Trying…')} onClick={() => void refetch()}>
          {say('Try again')}
        </Button>
      }
    >
      {say('You cannot choose anybody else until it has loaded.')}
    </Note>
  )
}
