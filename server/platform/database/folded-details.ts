import { foldWithin } from '../../../shared/fold.ts'

const STRING = /"(?:[^"\\]|\\.)*"/g

/**
 * The details of an entry of the audit log as its search compares them.
 * @param details JSON as stored
 * @returns null where they are what `lower` makes of them, which is so for nearly all entries
 */
export function foldedDetails(details: string): string | null {
  // Each text by itself: folded quotation marks must be escaped, too.
  const folded = details.replace(STRING, (json) => JSON.stringify(foldText(textIn(json))))
  return folded === lowerInC(details) ? null : folded
}

function foldText(text: string): string {
  return foldWithin(text, text.length)
}

function textIn(json: string): string {
  try {
    return JSON.parse(json) as string
  } catch {
    // Somebody altered the entry in the database: it must still be found, and must not prevent a migration.
    return json.slice(1, -1)
  }
}

/** As the databases do it in the locale C: only ASCII letters. */
function lowerInC(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
