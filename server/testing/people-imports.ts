import { IMPORT_FIELDS, type ImportChoices, type ImportField, type PeopleImport } from '../../shared/people-import.ts'
import { importJobs } from '../people/imports/run.ts'
import { jobRunners } from './jobs.ts'
import { get, post, put, type testApp } from './app.ts'

type Person = Parameters<typeof get>[1]

/** For the top of a test file: imports files of people into an office, as Cleo unless a test names another person. */
export function importsOf(office: Awaited<ReturnType<typeof testApp>>) {
  const startRunner = jobRunners()
  const { app, cleo } = office

  async function upload(file: string | Uint8Array, by: Person = cleo) {
    const headers = {
      'content-type': 'application/octet-stream',
      ...(by && { authorization: `Bearer ${by.token}` }),
    }
    const payload = Buffer.from(file)
    const res = await app.inject({ method: 'POST', url: '/api/people/imports', headers, payload })
    return { statusCode: res.statusCode, body: res.json() }
  }
  const choose = ({ id, choices }: PeopleImport, change: Partial<ImportChoices>) =>
    put(app, cleo, `/api/people/imports/${id}/choices`, { ...choices, ...change })
  const lines = async ({ id }: PeopleImport, query = '?limit=100') =>
    (await get(app, cleo, `/api/people/imports/${id}/lines${query}`)).body.lines
  /** A line per text, with the problems that keep it out. */
  const problems = async (file: string) =>
    (await lines((await upload(file)).body)).map(({ line, problems }: { line: number; problems: object[] }) => [
      line,
      problems,
    ])
  const begin = ({ id }: PeopleImport, by: Person = cleo) => post(app, by, `/api/people/imports/${id}/runs`, undefined)

  /** Starts the import and waits for its end. */
  async function run(started: PeopleImport): Promise<PeopleImport> {
    const { statusCode, body } = await begin(started)
    if (statusCode !== 202) throw new Error(body.error)
    const runner = startRunner(office, importJobs(office.services))
    for (;;) {
      const now = (await get(app, cleo, `/api/people/imports/${started.id}`)).body
      if (now.state !== 'running') {
        await runner.stop()
        return now
      }
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  return { upload, choose, lines, problems, begin, run }
}

/** Which columns are which, by the fields in their order. */
export function columnsOf(...fields: (ImportField | null)[]): ImportChoices['columns'] {
  const places = IMPORT_FIELDS.map((field) => [field, fields.includes(field) ? fields.indexOf(field) : null])
  return Object.fromEntries(places)
}
