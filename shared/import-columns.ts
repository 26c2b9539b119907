import { fold } from './fold.ts'
import { IMPORT_FIELDS, type ImportColumns, type ImportField } from './people-import.ts'

/** The headings that spreadsheets, directories and personnel systems use, folded and without signs, the likeliest first. */
const HEADINGS: Record<ImportField, readonly string[]> = {
  fullName: words(
    'fullname displayname name personname employeename cn staffname employee person commonname fullnames nameandsurname firstandlastname contactname',
  ),
  firstName: words('firstname givenname forename first given christianname firstnames givennames'),
  lastName: words('lastname surname familyname last family sn secondname'),
  username: words(
    'username login loginname user userid account accountname samaccountname uid signinname logonname logon userprincipalname loginid userlogin useraccount accountid upn',
  ),
  email: words(
    'email mail emailid workemail officeemail primaryemail businessemail emails officialemail contactemail companyemail primarymail',
  ),
  role: words(
    'role roles userrole accessrole rolename usertype accounttype access jobtitle title position job function accesslevel',
  ),
  department: words('department dept departmentname dep unit division section directorate team'),
}

function words(list: string): string[] {
  return list.split(' ')
}

/** The likely column of each field, whatever their order and spelling; null where no heading fits. */
export function guessColumns(headings: readonly string[]): ImportColumns {
  const bare = headings.map(bareHeading)
  const columns = {} as ImportColumns
  for (const field of IMPORT_FIELDS) {
    const places = HEADINGS[field].map((heading) => bare.indexOf(heading)).filter((at) => at >= 0)
    columns[field] = places[0] ?? null
  }
  // A full name beside its parts adds nothing.
  if (columns.firstName !== null && columns.lastName !== null) columns.fullName = null
  return columns
}

/** Without signs and remarks: "E-mail address [required]" becomes "email", "Family name(s) *" becomes "familyname". */
function bareHeading(heading: string): string {
  return fold(heading)
    .replaceAll(/\([^)]*\)|\[[^\]]*\]/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/mailaddress$/, 'mail')
}

/** Whether a line of a file names columns. A line of a person has an address, or hardly a word that is a heading. */
export function areHeadings(cells: readonly string[]): boolean {
  const columns = Object.values(guessColumns(cells)).filter((at) => at !== null)
  return columns.length >= 2 && !cells.some((cell) => cell.includes('@'))
}

/** The fields that every person needs, and that have no column. A role may be chosen for everybody. */
export function missingColumns({ fullName, firstName, username, email }: ImportColumns): ImportField[] {
  const missing: ImportField[] = []
  if (fullName === null && firstName === null) missing.push('fullName')
  if (username === null) missing.push('username')
  if (email === null) missing.push('email')
  return missing
}
