import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { GeneralSettings } from '../../../shared/general-settings.ts'
import { readDraft } from '../../requests/drafts/draft-store.ts'
import { refusalsIn } from '../../ui/errors/words.ts'
import { dateWords } from '../../ui/formats/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { useFocusFallback } from '../../ui/focus-fallback.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Scrolling } from '../../ui/Scrolling.tsx'
import { HOLIDAYS_DRAFT, PasteHolidays } from './PasteHolidays.tsx'
import { withHolidays } from './paste-holidays.ts'
import { useSaveGeneral } from './use-save-general.ts'
import { AddHoliday } from './AddHoliday.tsx'
import sheet from '../form/settings.module.css'
import styles from './general.module.css'

/** Days on which the office does not work. Each change is saved at once. A draft opens the form for pasting. */
export function HolidaysCard({ stored }: { stored: GeneralSettings }) {
  const { holidays, version } = stored
  const card = useRef<HTMLElement>(null)
  const [isPasting, setIsPasting] = useState(() => readDraft(HOLIDAYS_DRAFT) !== null)
  const keepFocus = useFocusFallback(card, 'h2', holidays.length)
  const keepPasteFocus = useFocusFallback(card, 'header button', isPasting)
  const save = useSaveGeneral({ onRefused: () => false })
  const store = (next: GeneralSettings['holidays'], onSuccess?: () => void) =>
    save.mutate({ holidays: next, version }, { onSuccess })
  const remove = (date: string) => {
    if (save.isPending) return
    keepFocus()
    store(holidays.filter((one) => one.date !== date))
  }
  return (
    <section ref={card} className="card" aria-labelledby="holidays">
      <header className="lined">
        <h2 className="grow" id="holidays" tabIndex={-1}>
          Holidays
        </h2>
        {!isPasting && (
          <Button size="small" onClick={() => setIsPasting(true)}>
            Paste several
          </Button>
        )}
      </header>
      {holidays.length === 0 ? (
        <p className="padded text-13 soft">No holidays have been entered: every working day counts.</p>
      ) : (
        <HolidaysTable holidays={holidays} onRemove={remove} />
      )}
      {isPasting ? (
        <PasteHolidays
          busy={save.isPending}
          onAdd={(pasted, onDone) => {
            keepPasteFocus()
            store(withHolidays(holidays, pasted), () => {
              onDone()
              setIsPasting(false)
            })
          }}
          onCancel={() => {
            keepPasteFocus()
            setIsPasting(false)
          }}
        />
      ) : (
        <AddHoliday
          busy={save.isPending}
          taken={holidays.map(({ date }) => date)}
          onAdd={(added, onDone) => store(withHolidays(holidays, [added]), onDone)}
          refused={refusalsIn(save.error)[0]?.message}
        />
      )}
    </section>
  )
}

interface HolidaysTableProps {
  holidays: GeneralSettings['holidays']
  onRemove: (date: string) => void
}

function HolidaysTable({ holidays, onRemove }: HolidaysTableProps) {
  return (
    <Scrolling label="Holidays" className={styles.long}>
      <table className={sheet.usage}>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Name</th>
            <th scope="col">
              <span className="visually-hidden">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {holidays.map(({ date, name }) => (
            <tr key={date}>
              <td className="nowrap">{dateWords(date)}</td>
              <td dir="auto">{name}</td>
              <td className="numeric">
                <IconButton
                  size="small"
                  icon={X}
                  label={`Remove ${name}, ${dateWords(date)}`}
                  onClick={() => onRemove(date)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}
