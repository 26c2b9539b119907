import { useId } from 'react'
import { type Control, Controller } from 'react-hook-form'
import { NOTICE_CODES, type NoticeCode } from '../../shared/notices.ts'
import { useActor } from '../people/common/use-actor.ts'
import type { StoredPreferences } from './api.ts'
import { kindHint, kindName } from './notice-words.ts'
import type { Channel, PreferencesForm } from './preferences-form.ts'
import styles from './preferences.module.css'

/** Those that are most about the reader come first. */
const ORDER: readonly NoticeCode[] = [
  'mention',
  'question',
  'assigned',
  'declined',
  'decision',
  'status',
  'comment',
  'due-soon',
  'overdue',
  'created',
  'batch-ready',
  'report-ready',
  'backup-failed',
  'backup-missing',
  'sign-in',
]
const ABOUT_BACKUPS: NoticeCode[] = ['backup-failed', 'backup-missing']
const ROWS = [...ORDER, ...NOTICE_CODES.filter((code) => !ORDER.includes(code))]

interface KindsTableProps {
  control: Control<PreferencesForm>
  stored: StoredPreferences
}

/** Each kind of notice, and where it arrives. */
export function KindsTable({ control, stored: { events, mail: sendsMail } }: KindsTableProps) {
  const reason = useId()
  const managesBackups = useActor().permissions.has('backups.manage')
  const rows = ROWS.filter((code) => events[code] && (!ABOUT_BACKUPS.includes(code) || managesBackups))
  const box = (channel: Channel, code: NoticeCode) => (
    <Controller
      control={control}
      name={`${channel}-${code}`}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <input
          type="checkbox"
          className="checkbox"
          aria-label={`${kindName(code)}: ${channel === 'app' ? 'in the app' : 'by mail'}`}
          aria-describedby={channel === 'mail' && !sendsMail ? reason : undefined}
          disabled={channel === 'mail' && !sendsMail}
          ref={ref}
          checked={value === true}
          onBlur={onBlur}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      )}
    />
  )
  return (
    <>
      <table className={styles.kinds}>
        <thead>
          <tr>
            <th scope="col">Notification</th>
            <th scope="col">In the app</th>
            <th scope="col">By mail</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((code) => (
            <tr key={code}>
              <th scope="row">
                {kindName(code)}
                <span className="text-12 muted">{kindHint(code)}</span>
              </th>
              <td>{box('app', code)}</td>
              <td>{box('mail', code)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!sendsMail && (
        <p className="text-12 muted" id={reason}>
          By mail: your office sends no mail at the moment. An administrator can set it up under Settings, Email
          Notifications.
        </p>
      )}
    </>
  )
}
