import { csvLines } from '../../../shared/csv.ts'
import type { Imported } from '../../../shared/people-import.ts'
import { linkPath } from '../../../shared/account-links.ts'

/** The links of an import as a file for a spreadsheet. @param origin where this office is served */
export function linksFile({ invited }: Imported, origin: string): string {
  const rows = invited.map(({ fullName, username, email, link }) => [
    fullName,
    username,
    email,
    new URL(linkPath(link), origin).href,
    link.expiresAt,
  ])
  return csvLines([['full name', 'username', 'email', 'invitation link', 'valid until'], ...rows])
}
