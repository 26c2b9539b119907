/**
 * Folders and files whose words are all said through `shared/texts/say.ts`: there a raw sentence fails the check. The list
 * grows until it is everything.
 */
const CONVERTED = [
  'server/reports/exports/notes.ts',
  'server/reports/exports/lists/facts.ts',
  'server/reports/exports/lists/requests.ts',
  'server/reports/spreadsheets/',
  'server/platform/http/error-handler.ts',
  'shared/export-columns.ts',
  'shared/permission-words.ts',
  'web/app/',
  'web/people/invitation/',
  'web/people/sign-in/',
  'web/requests/details/',
  'web/requests/presence/',
  'web/requests/dialogs/',
  'web/requests/drafts/',
  'web/requests/list/',
  'web/requests/RequestsPage.tsx',
  'web/ui/',
  'shared/request-fields.ts',
  'shared/request-rules.ts',
]

export const isConverted = (file) =>
  CONVERTED.some((place) => file === place || (place.endsWith('/') && file.startsWith(place)))
