import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReadError } from '../../../ui/errors/ReadError.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { importsOptions } from './api.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { ImportCheck } from './ImportCheck.tsx'
import { ImportResult } from './ImportResult.tsx'

/** Import of people: choose a file, check it, confirm, and get the invitations. The server keeps it, so it may be left. */
export function ImportPeople() {
  const query = useQuery(importsOptions())
  // After a step the button that was pressed for it is gone, so the next part takes the focus.
  const [isReturn, setReturn] = useState(false)
  const [isNew, setNew] = useState(false)
  if (query.isError && !query.data) return <ReadError title="The import could not be loaded" query={query} />
  if (!query.data)
    return (
      <Loading label="Loading the import">
        <Skeleton width="60%" />
      </Loading>
    )
  const [current] = query.data.imports
  const goBack = () => setReturn(true)
  if (!current) return <ChooseFile isReturn={isReturn} onRead={() => setNew(true)} />
  if (current.state === 'open')
    return (
      <ImportCheck key={current.id} current={current} isNew={isNew} onStarted={() => setNew(true)} onBack={goBack} />
    )
  return <ImportResult current={current} isNew={isNew} onBack={goBack} />
}
