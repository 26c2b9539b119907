import { queryOptions } from '@tanstack/react-query'
import type {
  ImportChoices,
  Imported,
  ImportLines,
  PeopleImport,
  PeopleImports,
} from '../../../../shared/people-import.ts'
import { LINKS_PER_PAGE } from '../../../../shared/people-import.ts'
import { del, get, post, put } from '../../../client/api.ts'
import { pollEvery } from '../../../client/live.ts'
import { queryClient, refresh } from '../../../client/query.ts'

const IMPORTS = '/api/people/imports'
const POLL_MS = 1000
/** Five megabytes over a slow line, and ten thousand people to check. */
const TIMEOUT_MS = 180_000
export const LINES_SHOWN = 20

const address = ({ id }: Pick<PeopleImport, 'id'>) => `${IMPORTS}/${encodeURIComponent(id)}`

/** One's own import, if there is one; asked for again while it runs. */
export function importsOptions() {
  return queryOptions<PeopleImports>({
    queryKey: [IMPORTS],
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.imports[0]?.state === 'running' ? pollEvery(POLL_MS) : false),
  })
}

export function linesOptions(of: PeopleImport, page: number) {
  // Its state is part of the key, because the lines of an import that ran say what became of them.
  const query = new URLSearchParams({ page: String(page), limit: String(LINES_SHOWN) })
  return queryOptions<ImportLines>({
    queryKey: [`${address(of)}/lines?${query}`, of.state],
    queryFn: () => get<ImportLines>(`${address(of)}/lines?${query}`),
    refetchOnMount: 'always',
  })
}

function keep(stored: PeopleImport | null): void {
  queryClient.setQueryData<PeopleImports>([IMPORTS], { imports: stored ? [stored] : [] })
}

export async function uploadFile(file: File): Promise<PeopleImport> {
  const stored = await post<PeopleImport>(IMPORTS, file, { timeoutMs: TIMEOUT_MS })
  keep(stored)
  return stored
}

export async function chooseForImport(of: PeopleImport, choices: ImportChoices): Promise<void> {
  const stored = await put<PeopleImport>(`${address(of)}/choices`, choices, { timeoutMs: TIMEOUT_MS })
  keep(stored)
  await refresh(`${address(of)}/lines`)
}

export async function startImport(of: PeopleImport, attempt: object): Promise<void> {
  keep(await post<PeopleImport>(`${address(of)}/runs`, undefined, { attempt }))
}

export async function removeImport(of: PeopleImport): Promise<void> {
  await del(address(of))
  keep(null)
}

/** All invitation links that still work. */
export async function readLinks(of: PeopleImport): Promise<Imported> {
  const invited: Imported['invited'] = []
  for (let page = 1; ; page++) {
    const batch = await get<Imported>(`${address(of)}/links?page=${page}`, { keep: false })
    invited.push(...batch.invited)
    if (batch.invited.length < LINKS_PER_PAGE) return { invited }
  }
}
