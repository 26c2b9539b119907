import { useSession } from './session.ts'

const FIRST_NAME = 'Customs Trade System Programme'

/** The office's name: from the session, or before sign-in from what the server wrote into the page. */
export function useOfficeName(): string {
  const session = useSession()
  // A session stored by an older version has none.
  const named: string | undefined = session?.user.officeName
  return named ?? namedInPage()
}

/** The development server leaves the placeholder as it is. */
function namedInPage(): string {
  const word = document.querySelector<HTMLMetaElement>('meta[name="office"]')?.content
  return word && word !== '__OFFICE__' ? word : FIRST_NAME
}
