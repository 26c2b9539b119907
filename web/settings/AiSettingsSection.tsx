import { useQuery } from '@tanstack/react-query'
import type { AiSettings } from '../../shared/settings.ts'
import type { Tone } from '../ui/classes.ts'
import { AiSettingsForm } from './AiSettingsForm.tsx'
import { aiSettingsOptions } from './form/api.ts'
import { StoredSettings } from './form/StoredSettings.tsx'
import { UsageTable } from './UsageTable.tsx'
import { WhatIsSent } from './WhatIsSent.tsx'

const STATES: { [state in AiSettings['state']]: [tone: Tone, words: string] } = {
  'not-set-up': ['grey', 'Not set up'],
  'kept-local': ['blue', 'Kept on this machine'],
  on: ['green', 'In use'],
  resting: ['amber', 'Paused for a moment'],
  'used-up': ['amber', 'Used up for today'],
}

/** The optional language model: its endpoint, whether it is enabled, and its usage. */
export function AiSettingsSection() {
  const settings = useQuery(aiSettingsOptions())
  return (
    <StoredSettings
      settings={settings}
      about="The local engine on this server works on its own and needs no settings. A language model can explain classifications and analyses and read questions that the assistant does not fully understand; if it fails, the local engine’s answer is shown with a note. Changes apply immediately and are recorded in the audit log."
      height={320}
    >
      {(stored) => (
        <>
          <section className="card" aria-labelledby="endpoint">
            <header className="lined">
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
  return <span className={`status bare tone-${tone}`}>{words}</span>
}
