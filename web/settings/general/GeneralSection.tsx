import { useQuery } from '@tanstack/react-query'
import { StoredSettings } from '../form/StoredSettings.tsx'
import { generalOptions } from './api.ts'
import { DepartmentsCard } from './DepartmentsCard.tsx'
import { HolidaysCard } from './HolidaysCard.tsx'
import { OfficeCard } from './OfficeCard.tsx'
import { PublishedTimesCard } from './PublishedTimesCard.tsx'

/** The office: its name, working time, holidays, departments and published times. */
export function GeneralSection() {
  const settings = useQuery(generalOptions())
  return (
    <StoredSettings
      settings={settings}
      about="These settings apply to everybody in the office at once. Each change is recorded in the audit log with its old and its new value."
      height={520}
    >
      {(stored) => (
        <>
          <OfficeCard stored={stored} />
          <HolidaysCard stored={stored} />
          <DepartmentsCard />
          <PublishedTimesCard stored={stored} />
        </>
      )}
    </StoredSettings>
  )
}
