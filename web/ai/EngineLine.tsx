import type { EngineStamp } from '../../shared/ai.ts'

/** Who made a suggestion, in which version, and what it learned from. */
export function EngineLine({ engine, stamped }: { engine: EngineStamp; stamped?: string }) {
  return (
    <>
      <p className="sm muted">
        {stamped ? `${stamped} · ` : ''}
        {engine.name} {engine.version} ·{' '}
        {engine.learnedFrom === 0
          ? 'not yet taught by this office’s requests'
          : `learned from ${engine.learnedFrom.toLocaleString('en')} of this office’s requests`}
      </p>
      {engine.note && <p className="sm muted">{engine.note}</p>}
    </>
  )
}
