import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { PeopleChange } from '../../../shared/people-changes.ts'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { messageOf } from '../../ui/errors/words.ts'
import { peopleWords } from '../roles/people-words.ts'
import { Button } from '../../ui/Button.tsx'
import { count } from '../../ui/count.ts'
import { Progress } from '../../ui/Progress.tsx'
import { saveCsv } from '../../ui/save-file.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { requestsChanged } from '../../requests/common/api.ts'
import { personChanged } from './api.ts'
import { LeftOutList } from './LeftOutList.tsx'
import { linksFile } from './links-file.ts'
import { changeKey, changeOptions, linksOf, stopChange } from './several-api.ts'
import { doneWords } from './several-words.ts'

/** How far a change of several people is, and what became of them. */
export function SeveralOutcome({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(changeOptions(id))
  const change = query.data
  const isFinished = change?.isFinished === true
  const wasRunning = useRef(false)
  useEffect(() => {
    if (!change) return
    if (!change.isFinished) wasRunning.current = true
    else if (wasRunning.current) reportEnd(change)
  }, [change])
  if (query.isError) return <ReadError title="The outcome could not be loaded" query={query} />
  if (!change)
    return (
      <Loading label="Loading the outcome">
        <Skeleton height={80} />
      </Loading>
    )
  return (
    <div className="stack">
      <Heading key={String(isFinished)}>
        {isFinished ? doneWords(change.action.kind, change.changed) : `Changing ${peopleWords(change.total)}`}
      </Heading>
      {isFinished ? <NotReached change={change} /> : <Running change={change} />}
      <LeftOutList groups={change.leftOut} />
      <div className="row end wrap">
        {isFinished && change.action.kind === 'invitation' && change.changed > 0 && <LinksButton change={change} />}
        {!isFinished && <StopButton id={id} />}
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  )
}

/** Takes the focus from the button that confirmed the change, and again at its end. */
function Heading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h3 className="h-14" ref={heading} tabIndex={-1}>
      {children}
    </h3>
  )
}

function reportEnd({ action, changed }: PeopleChange): void {
  personChanged()
  requestsChanged()
  toast({ title: doneWords(action.kind, changed), tone: changed > 0 ? 'good' : 'plain' })
}

const reachedBy = ({ changed, leftOut }: PeopleChange) => leftOut.reduce((sum, { people }) => sum + people, changed)

/** Only a change that was stopped leaves some. */
function NotReached({ change }: { change: PeopleChange }) {
  const left = change.total - reachedBy(change)
  if (left === 0) return null
  const stays = left === 1 ? 'was not reached and stays as before.' : 'were not reached and stay as before.'
  return (
    <p className="text-13 soft">
      The change was stopped: {peopleWords(left)} {stays}
    </p>
  )
}

function StopButton({ id }: { id: string }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => stopChange(id),
    onSuccess: (change) => client.setQueryData(changeKey(id), change),
    onError: (error) => toast({ title: 'Error', description: messageOf(error, 'It was not stopped.'), tone: 'bad' }),
  })
  return (
    <Button busy={isPending} busyLabel="Stopping..." onClick={() => mutate()}>
      Stop
    </Button>
  )
}

function Running({ change }: { change: PeopleChange }) {
  const { total } = change
  const reached = reachedBy(change)
  return (
    <>
      <Progress value={reached} max={total} label="People reached" />
      <p className="text-13 soft">
        {count(reached)} of {count(total)}. It goes on if you close this.
      </p>
    </>
  )
}

function LinksButton({ change }: { change: PeopleChange }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => linksOf(change),
    onSuccess: (links) => saveCsv(linksFile(links, window.location.origin), 'invitation-links.csv'),
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The links could not be downloaded.'), tone: 'bad' }),
  })
  return (
    <Button look="primary" icon={Download} busy={isPending} onClick={() => mutate()}>
      Download links as CSV
    </Button>
  )
}
