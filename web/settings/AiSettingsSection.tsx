import { useQuery } from '@tanstack/react-query'
import type { AiSettings } from '../../shared/settings.ts'
import type { Tone } from '../ui/classes.ts'
import { AiSettingsForm } from './AiSettingsForm.tsx'
import { aiSettingsOptions } from './api.ts'
import { StoredSettings } from './StoredSettings.tsx'
import { UsageTable } from './UsageTable.tsx'
import { WhatIsSent } from './WhatIsSent.tsx'

const STATES: { [state in AiSettings['state']]: [tone: Tone, words: string] } = {
  'not-set-up': ['grey', 'Not set up'],
  'kept-local': ['blue', 'Kept on this machine'],
  on: ['green', 'In use'],
  resting: ['amber', 'Left alone for a moment'],
  'used-up': ['amber', 'Used up for today'],
}

/** The optional language model: where it is, whether it may be asked, what it was used for. */
export function AiSettingsSection() {
  const settings = useQuery(aiSettingsOptions())
  return (
    <StoredSettings
      settings={settings}
      about="The local engine on this server answers by itself and needs nothing here. A language model can word
        classifications, analyses and the assistant’s answers; whatever goes wrong with it, the local engine’s answer is
        shown, with a note. Changes count at once and are written to the audit log."
      height={320}
    >
      {(stored) => (
        <>
          <section className="card" aria-labelledby="endpoint">
            <header className="ln">
              <h2 className="grow" id="endpoint">
                Endpoint
              </h2>
              <State of={stored.state} />
            </header>
            <AiSettingsForm settings={stored} />
          </section>
          <WhatIsSent />
          <UsageTable settings={stored} />
        </>
      )}
    </StoredSettings>
  )
}

function State({ of }: { of: AiSettings['state'] }) {
  const [tone, words] = STATES[of]
  return <span className={`st bare tone-${tone}`}>{words}</span>
}
