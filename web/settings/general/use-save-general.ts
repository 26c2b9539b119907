import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { GeneralSettings, GeneralSettingsChange } from '../../../shared/general-settings.ts'
import { currentIn } from '../../client/api-error.ts'
import { refresh } from '../../client/query.ts'
import { updateSessionUser } from '../../client/session.ts'
import { CHECKLIST } from '../setup/checklist.ts'
import { toast } from '../../ui/toast.ts'
import { showNotSaved } from '../form/save-failure.ts'
import { generalKey, saveGeneral } from './api.ts'

interface Saving {
  /** Called once it is stored. */
  onSaved?: (saved: GeneralSettings) => void
  /** Shows rejected values beside their fields. @returns whether there is anything to show */
  onRefused: (error: Error) => boolean
}

/** Saves a part of the general settings; each card has its own, all share one version. */
export function useSaveGeneral({ onSaved, onRefused }: Saving) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: GeneralSettingsChange) => saveGeneral(change),
    onSuccess: (saved) => {
      client.setQueryData(generalKey, saved)
      onSaved?.(saved)
      void refresh(CHECKLIST)
      toast({ title: 'Settings saved', description: 'They apply at once.', tone: 'good' })
      // The session holds the settings of the office as well.
      updateSessionUser({
        officeName: saved.officeName,
        officeTimeZone: saved.timeZone,
        officeWorkingDays: saved.workingDays,
        officeHolidays: saved.holidays,
      })
    },
    onError: (error) => {
      const current = currentIn<GeneralSettings>(error)
      if (current) {
        // Typed values stay, and the next save is based on the stored settings.
        client.setQueryData(generalKey, current)
        const description = 'The page shows their version now, and nothing you typed is lost. Check it and try again.'
        return toast({ title: 'Somebody else has changed these settings', description, tone: 'bad' })
      }
      if (!onRefused(error)) showNotSaved(error)
    },
  })
}
