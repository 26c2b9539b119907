import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { expect, test } from 'vitest'
import { type Permission, PERMISSIONS } from '../../../shared/permissions.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { buildRole } from '../../testing/roles.ts'
import { type Case, type Sample, SAMPLES, SEE_OTHERS } from '../../testing/permission-samples.ts'
import { buildSubject } from '../../testing/permission-subjects.ts'
import { documentOf, type Route, usedBy } from '../../testing/permissions-document.ts'
import type { StatedNeeds } from './needs.ts'

/** The results verified here become docs/permissions.md; `vitest -u` writes it. */
const DOCUMENT = join(import.meta.dirname, '..', '..', '..', 'docs', 'permissions.md')

const office = await officeOfFile()
const routes = await readRoutes()

/** The routes with their declared needs. */
async function readRoutes(): Promise<Route[]> {
  const { paths } = (await office.app.inject('/api/openapi.json')).json<{ paths: Record<string, object> }>()
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries<{ tags: string[]; security?: []; 'x-needs'?: StatedNeeds }>({ ...methods }).map(
      ([method, { tags, security, 'x-needs': needs }]) => ({
        call: `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{id}')}`,
        tag: tags[0]!,
        isPublic: security?.length === 0,
        needs,
      }),
    ),
  )
}

const closed = routes.filter(({ isPublic }) => !isPublic)

/** Calls as Dan, in a role with exactly these permissions. */
async function callAs(permissions: readonly Permission[], call: string, sample: Sample, isOwnOnly = false) {
  await office.reset()
  const { app, db, services, dan } = office
  if (isOwnOnly) await services.settings.change({ visibility: 'own' })
  const id = await buildSubject(office, sample.id ?? 'none')
  await buildRole(db, { id: 'own', permissions, people: [dan.id] })
  services.sessions.forgetAll()
  const [method, path] = call.split(' ') as ['GET', string]
  const payload = sample.bytes ?? (sample.body && JSON.stringify(sample.body).replace('{id}', id))
  const type = sample.bytes ? 'application/octet-stream' : 'application/json'
  const headers = { authorization: `Bearer ${dan.token}`, ...(payload && { 'content-type': type }) }
  const url = path.replace('{id}', id) + (sample.query ?? '')
  return app.inject({ method, url, headers, payload, payloadAsStream: sample.isEndless ?? false })
}

const allBut = (...without: Permission[]) => PERMISSIONS.filter((one) => !without.includes(one))

test.each(closed)('$call needs exactly the permissions that it declares', async ({ call, needs }) => {
  expect(needs, 'The route says in its config what it needs').toBeDefined()
  const { all, oneOf, sometimes } = needs!
  const { cases = {}, ...sample } = SAMPLES[call] ?? {}
  const proven = new Set<Permission>()
  const statusFor = async (permissions: readonly Permission[]) => (await callAs(permissions, call, sample)).statusCode

  for (const permission of all) {
    expect(await statusFor(allBut(permission)), `without ${permission}`).toBe(403)
    proven.add(permission)
  }
  if (oneOf.length > 0) expect(await statusFor(allBut(...oneOf)), `without ${oneOf.join()}`).toBe(403)
  for (const permission of oneOf.length > 0 ? oneOf : [undefined]) {
    const least = permission ? [...all, permission] : all
    const ends = await statusFor(least)
    if (sample.ends) expect(ends, `with ${least.join()} only`).toBe(sample.ends)
    else expect(ends, `with ${least.join()} only`).toBeLessThan(400)
    if (permission) proven.add(permission)
  }
  for (const permission of Object.keys(sometimes) as Permission[]) {
    const one = cases[permission] ?? (permission === 'requests.viewAll' ? SEE_OTHERS : undefined)
    expect(one, `SAMPLES has a call for which ${call} needs ${permission}`).toBeDefined()
    await proveSometimes(call, { ...sample, ...one! }, permission, [...all, ...oneOf])
    proven.add(permission)
  }
  // The call succeeded with the fewest permissions, so it needs none of the others.
  const others = PERMISSIONS.filter((one) => !proven.has(one))
  expect(others.length + proven.size).toBe(PERMISSIONS.length)
  expect(Object.keys(cases).every((one) => one in sometimes)).toBe(true)
})

async function proveSometimes(call: string, one: Case, permission: Permission, rest: readonly Permission[]) {
  const without = await callAs(allBut(permission, ...(one.orElse ?? [])), call, one, one.isOwnOnly)
  const has = await callAs([...new Set([...rest, ...(one.also ?? []), permission])], call, one, one.isOwnOnly)
  if (one.without === 'less') {
    expect([without.statusCode, has.statusCode]).toEqual([200, 200])
    expect(has.body, `with ${permission}`).not.toBe(without.body)
  } else {
    expect(without.statusCode, `without ${permission}`).toBe(one.without)
    expect([400, 401, 403, 404], `with ${permission}`).not.toContain(has.statusCode)
  }
}

test('every sample belongs to an existing route', () => {
  const calls = new Set(closed.map(({ call }) => call))
  expect(Object.keys(SAMPLES).filter((call) => !calls.has(call))).toEqual([])
})

test('every permission is needed by a route', () => {
  const used = new Set(closed.flatMap(({ needs }) => (needs ? usedBy(needs) : [])))
  expect(PERMISSIONS.filter((one) => !used.has(one))).toEqual([])
})

test('docs/permissions.md lists what the routes need', async () => {
  const config = await resolveConfig(DOCUMENT)
  await expect(await format(documentOf(routes), { ...config, parser: 'markdown' })).toMatchFileSnapshot(DOCUMENT)
})
