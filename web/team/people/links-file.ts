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
  return [['full name', 'username', 'email', 'invitation link', 'valid until'], ...rows]
    .map((cells) => cells.map(cell).join(','))
    .join('\r\n')
    .concat('\r\n')
}

/** A spreadsheet would run a cell that begins like a formula, unless an apostrophe precedes it. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
