import { Info } from 'lucide-react'
import type { EngineStamp } from '../../../shared/ai.ts'
import { count } from '../../ui/count.ts'
import { Note } from '../../ui/Note.tsx'

/** Engine and version of a suggestion, and what it was trained on. */
export function EngineLine({ engine, stamped }: { engine: EngineStamp; stamped?: string }) {
  const { name, version, learnedFrom } = engine
  return (
    <p className="text-12 muted">
      {stamped ? `${stamped} · ` : ''}
      {name === 'language-model' ? (
        `Language model ${version}`
      ) : (
        <>
          {name} {version} ·{' '}
          {learnedFrom === 0
            ? 'not yet trained on this office’s requests'
            : `learned from ${count(learnedFrom)} of this office’s requests`}
        </>
      )}
    </p>
  )
}

/** Note on the engine, such as that another engine was asked without a result. */
export function EngineNote({ engine }: { engine: EngineStamp | undefined }) {
  if (!engine?.note) return null
  return (
    <Note tone="amber" icon={Info} role="status">
      <p>{engine.note}</p>
    </Note>
  )
}
