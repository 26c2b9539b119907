import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { AiSettings } from '../../shared/settings.ts'
import type { Tone } from '../ui/classes.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { AiSettingsForm } from './AiSettingsForm.tsx'
import { aiSettingsOptions } from './api.ts'
import { UsageTable } from './UsageTable.tsx'
import { WhatIsSent } from './WhatIsSent.tsx'
import './settings.css'

const STATES: { [state in AiSettings['state']]: [tone: Tone, words: string] } = {
  'not-set-up': ['grey', 'Not set up'],
  'kept-local': ['blue', 'Kept on this machine'],
  on: ['green', 'In use'],
  resting: ['amber', 'Left alone for a moment'],
}

/** The optional language model: where it is, whether it may be asked, what it was used for. */
export function AiSettingsSection() {
  const settings = useQuery(aiSettingsOptions())
  return (
    <div className="stack settings">
      <p className="t13 soft measure">
        The local engine on this server answers by itself and needs nothing here. A language model can word
        classifications, analyses and the assistant’s answers; whatever goes wrong with it, the local engine’s answer is
        shown, with a note. Changes count at once and are written to the audit log.{' '}
        <Link to="/settings">All settings</Link>
      </p>
      {settings.data ? (
        <>
          <section className="card" aria-labelledby="endpoint">
            <header className="ln">
              <h2 className="grow" id="endpoint">
                Endpoint
              </h2>
              <State of={settings.data.state} />
            </header>
            <AiSettingsForm settings={settings.data} />
          </section>
          <WhatIsSent />
          <UsageTable usage={settings.data.usage} />
        </>
      ) : settings.isError ? (
        <ErrorNote
          title="The settings could not be read"
          error={settings.error}
          onRetry={() => void settings.refetch()}
          retrying={settings.isFetching}
        />
      ) : (
        <Loading label="Loading the settings">
          <Skeleton height={320} />
        </Loading>
      )}
    </div>
  )
}

function State({ of }: { of: AiSettings['state'] }) {
  const [tone, words] = STATES[of]
  return <span className={`st bare tone-${tone}`}>{words}</span>
}
