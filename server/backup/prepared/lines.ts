export function restoredLine(takenAt: string): string {
  return `The office was restored from the backup of ${takenAt}. Mail and schedules wait until an administrator releases them.`
}

export function failedLine(detail: string): string {
  return `The prepared restore did not take place, and the office is as it was: ${detail}`
}
