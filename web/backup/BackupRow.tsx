import { CircleAlert, CircleCheck, CircleDashed, CircleX, LoaderCircle } from 'lucide-react'
import type { Backup } from '../../shared/backups.ts'
import { fullName } from '../../shared/people.ts'
import { fullInstant } from '../ui/formats/dates.ts'
import { sizeInWords } from '../ui/formats/sizes.ts'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/Icon.tsx'
import { Progress } from '../ui/Progress.tsx'
import { AS } from '../ui/table-roles.ts'
import { isUnderWay } from './api.ts'
import own from './backup.module.css'
import { BackupActions } from './BackupActions.tsx'
import { encryptionWords, notVerifiedWords, stateWords, tookWords } from './backup-words.ts'

/** One backup: what it is, how it was proven, and what can be done with it. */
export function BackupRow({ of, onGone }: { of: Backup; onGone: () => void }) {
  const taken = fullInstant(of.startedAt)
  return (
    <tr {...AS.row}>
      <td className={classes('nowrap', own.taken)} {...AS.cell}>
        {taken}
      </td>
      <td className={own.person} data-label="Started by" {...AS.cell}>
        {of.startedBy ? fullName(of.startedBy) : 'Schedule'}
      </td>
      <td className="numeric nowrap" data-label="Size" {...AS.cell}>
        {of.size === null ? '–' : sizeInWords(of.size)}
      </td>
      <td className="numeric nowrap" data-label="Took" {...AS.cell}>
        {of.tookMs === null ? '–' : tookWords(of.tookMs)}
      </td>
      <td className={own.proof} {...AS.cell}>
        <Proof of={of} />
      </td>
      <td className={own.actions} {...AS.cell}>
        {!isUnderWay(of) && <BackupActions of={of} taken={taken} onGone={onGone} />}
      </td>
    </tr>
  )
}

const TONES = { proven: 'green', 'not-proven': 'amber', failed: 'red', queued: 'grey', running: 'blue' } as const
const SIGNS = {
  proven: CircleCheck,
  'not-proven': CircleAlert,
  failed: CircleX,
  queued: CircleDashed,
  running: LoaderCircle,
} as const

function Proof({ of }: { of: Backup }) {
  const [words, notVerified] = [stateWords(of), notVerifiedWords(of)]
  return (
    <>
      <p className={classes(own.state, `tone-${TONES[of.state]}`)}>
        <Icon of={SIGNS[of.state]} />
        {words}
      </p>
      {of.state === 'running' && <Progress label={words} value={of.progress.done} max={of.progress.of} />}
      {of.provenAt !== null && <p className="text-12 muted">Last proven on {fullInstant(of.provenAt)}</p>}
      {notVerified && <p className="text-12 muted">{notVerified}</p>}
      {of.error?.detail && <p className="text-12 muted">{of.error.detail}</p>}
      {of.checksum && (
        <>
          <p className="text-12 muted">
            {of.bucket !== null && `${of.bucket}\u00A0· `}
            {encryptionWords(of)}
          </p>
          <p className={`text-12 muted ${own.checksum}`}>SHA-256 {of.checksum}</p>
        </>
      )}
    </>
  )
}
