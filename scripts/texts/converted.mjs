/**
 * Folders and files whose words are all said through `shared/texts/say.ts`: there a raw sentence fails the check. The list
 * grows until it is everything.
 */
const CONVERTED = [
  'web/app/',
  'web/people/sign-in/',
  'web/requests/dialogs/',
  'web/requests/drafts/',
  'web/requests/list/',
  'web/requests/RequestsPage.tsx',
  'web/ui/',
  'shared/request-rules.ts',
]

export const isConverted = (file) =>
  CONVERTED.some((place) => file === place || (place.endsWith('/') && file.startsWith(place)))
