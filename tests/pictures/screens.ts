import { expect as baseExpect, type Page } from '@playwright/test'
import type { ServiceRequest } from '../../shared/requests.ts'
import type { RequestList } from '../../shared/request-list.ts'
import type { SignIn } from '../../shared/users.ts'
import type { Office, Role } from '../browser/office.ts'
import { choose, editDialog, fillNewRequest } from '../browser/steps.ts'

const expect = baseExpect.configure({ timeout: 20_000 })

export interface Stage {
  page: Page
  office: Office
  people: Record<Role, SignIn>
}

export interface Picture {
  name: string
  role: Role | null
  open: (stage: Stage) => Promise<unknown>
  /** all when left out; paper is captured only for screens without widths */
  widths?: number[]
  /** Its state does not survive a resize of the window. */
  isOpenedAnew?: boolean
  isOnScreenOnly?: boolean
}

/** In order of capture: screens that change the office come last. */
export const SCREENS: Picture[] = [
  { name: 'sign-in', role: null, open: at('/login') },
  { name: 'sign-in-refused', role: null, open: signInWrongly },
  { name: 'setup', role: null, open: openSetup },
  { name: 'dashboard-manager', role: 'manager', open: at('/dashboard') },
  { name: 'dashboard-charts', role: 'manager', open: showCharts, isOpenedAnew: true },
  { name: 'dashboard-user', role: 'user', open: at('/dashboard') },
  { name: 'dashboard-admin', role: 'admin', open: at('/dashboard') },
  { name: 'document-ai', role: 'manager', open: at('/dashboard?view=document-ai') },
  { name: 'requests-user', role: 'user', open: at('/requests') },
  { name: 'requests-manager', role: 'manager', open: at('/requests?page=2') },
  {
    name: 'requests-filtered',
    role: 'manager',
    open: at('/requests?status=pending,in_progress&priority=high,critical&sort=dueDate&order=asc'),
  },
  { name: 'requests-searched', role: 'manager', open: at('/requests?search=transit') },
  { name: 'requests-empty', role: 'user', open: at('/requests?search=zzz-nothing') },
  { name: 'filters', role: 'user', open: openFilters, isOpenedAnew: true, isOnScreenOnly: true },
  ...(['details', 'ai', 'comments', 'documents'] as const).map((tab): Picture => ({
    name: `request-${tab}`,
    role: 'manager',
    open: openDetails(tab),
  })),
  { name: 'request-details-user', role: 'user', open: openDetails('details') },
  { name: 'request-page', role: 'manager', open: openRequestPage },
  { name: 'edit', role: 'manager', open: ofExample(({ id }) => `/requests?edit=${id}`) },
  { name: 'cancel', role: 'manager', open: ofExample(({ id }) => `/requests?cancel=${id}`) },
  { name: 'new-request', role: 'user', open: at('/dashboard?modal=new-request') },
  { name: 'new-request-refused', role: 'user', open: submitNothing },
  { name: 'analytics', role: 'manager', open: at('/analytics') },
  { name: 'analytics-user', role: 'user', open: at('/analytics') },
  { name: 'assistant-user', role: 'user', open: at('/ai-assistant') },
  { name: 'assistant-manager', role: 'manager', open: at('/ai-assistant') },
  { name: 'reports', role: 'manager', open: at('/reports') },
  { name: 'reports-new', role: 'manager', open: at('/reports/new') },
  { name: 'profile-user', role: 'user', open: at('/profile') },
  { name: 'profile-editing', role: 'manager', open: editProfile },
  ...[
    'team',
    'team/users',
    'team/users/import',
    'team/add-user',
    'team/access',
    'team/roles',
    'team/roles/new',
    'team/roles/administrator',
    'team/roles/manager',
    'team/roles/user',
    'settings',
    'settings/general',
    'settings/ai',
    'settings/documents',
    'settings/estimates',
    'settings/fair-use',
    'settings/jobs',
    'settings/email',
    'settings/backup',
    'settings/security',
    'audit',
  ].map((path): Picture => ({ name: path.replaceAll('/', '-'), role: 'admin', open: at(`/${path}`) })),
  { name: 'settings-user', role: 'user', open: at('/settings') },
  { name: 'not-found', role: 'user', open: at('/no-such-page') },
  { name: 'request-not-found', role: 'user', open: at('/requests/RFD-2020-9999') },
  { name: 'offline', role: 'user', open: goOffline, isOpenedAnew: true, isOnScreenOnly: true },
  { name: 'list-unavailable', role: 'user', open: loseTheList },
  { name: 'notifications', role: 'manager', open: openNotices, isOpenedAnew: true, isOnScreenOnly: true },
  { name: 'phone-menu', role: 'admin', open: openMenu, widths: [390] },
  // From here on data is stored.
  { name: 'new-request-classified', role: 'user', open: classifyDraft },
  { name: 'new-request-classified-open', role: 'user', open: openSuggestion },
  { name: 'assistant-user-answered', role: 'user', open: ask('How do I cancel a request?') },
  { name: 'assistant-manager-answered', role: 'manager', open: ask('Open requests by department') },
  { name: 'request-ai-analyzed', role: 'manager', open: analyze },
  { name: 'batch-start', role: 'manager', open: at('/dashboard?view=ai-analysis') },
  { name: 'batch-review', role: 'manager', open: runBatch },
  { name: 'conflict', role: 'manager', open: provokeConflict },
]

function at(path: string) {
  return async ({ page }: Stage) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
}

/** A request of the demo with comments and a history, still open. */
async function exampleRequest({ office, people }: Stage): Promise<ServiceRequest> {
  const search = new URLSearchParams({ search: 'plant health certificates' })
  const res = await fetch(`${office.url}/api/requests?${search}`, {
    headers: { authorization: `Bearer ${people.manager.token}` },
  })
  const { requests } = (await res.json()) as RequestList
  if (!requests[0]) throw new Error('The demo has no such request')
  return requests[0]
}

function ofExample(addressOf: (request: ServiceRequest) => string) {
  return async (stage: Stage) => {
    await stage.page.goto(addressOf(await exampleRequest(stage)))
    await expect(stage.page.getByRole('dialog')).toBeVisible()
  }
}

function openDetails(tab: string) {
  return ofExample(({ id }) => `/requests?request=${id}&tab=${tab}`)
}

async function openRequestPage(stage: Stage): Promise<void> {
  await at(`/requests/${(await exampleRequest(stage)).id}`)(stage)
}

async function signInWrongly({ page }: Stage): Promise<void> {
  await page.goto('/login')
  await page.getByPlaceholder('Enter your username').fill('nobody')
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
}

async function openSetup({ page }: Stage): Promise<void> {
  // As before the first account is created.
  await page.route('**/api/setup/open', (route) => route.fulfill({ json: { open: true } }))
  await page.goto('/setup#none')
}

async function showCharts(stage: Stage): Promise<void> {
  await at('/dashboard')(stage)
  const show = stage.page.getByRole('button', { name: 'Show charts' })
  const hide = stage.page.getByRole('button', { name: 'Hide charts' })
  await expect(show.or(hide)).toBeVisible()
  if (await show.isVisible()) await show.click()
}

async function openFilters(stage: Stage): Promise<void> {
  await at('/requests')(stage)
  await stage.page.getByRole('button', { name: 'Add filter' }).click()
  await expect(stage.page.getByLabel('Critical')).toBeVisible()
}

async function submitNothing({ page }: Stage): Promise<void> {
  await page.goto('/dashboard?modal=new-request')
  await page.getByRole('button', { name: 'Submit Request' }).click()
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
}

async function editProfile(stage: Stage): Promise<void> {
  await at('/profile')(stage)
  await stage.page.getByRole('button', { name: 'Edit Profile' }).click()
  await stage.page.getByRole('button', { name: 'Change Password' }).click()
}

async function goOffline(stage: Stage): Promise<void> {
  await stage.page.context().setOffline(false)
  await at('/requests')(stage)
  await expect(stage.page.locator('[data-request]').first()).toBeVisible()
  await stage.page.context().setOffline(true)
  await expect(stage.page.getByText('You are offline')).toBeVisible()
}

async function loseTheList(stage: Stage): Promise<void> {
  const body = JSON.stringify({ error: 'The database is not reachable right now.', code: 'unavailable' })
  await stage.page.route(/\/api\/requests\?/, (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body }),
  )
  await stage.page.goto('/requests')
  await expect(stage.page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
}

async function openNotices(stage: Stage): Promise<void> {
  await at('/dashboard')(stage)
  await expect(stage.page.locator('[data-request]').first()).toBeVisible()
  await stage.page.getByRole('button', { name: 'Notifications' }).click()
  await expect(stage.page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
}

async function openMenu(stage: Stage): Promise<void> {
  await at('/requests')(stage)
  await stage.page.getByRole('button', { name: 'Menu' }).click()
  await expect(stage.page.getByRole('dialog')).toBeVisible()
}

async function classifyDraft({ page }: Stage): Promise<void> {
  await page.goto('/dashboard?modal=new-request')
  const dialog = await fillNewRequest(page, {
    title: 'Stop the gate when the transit bond has run out',
    description: 'Officers see an expired transit bond only after the truck has left. The gate must wait for them.',
    department: 'Operations',
    priority: 'High',
    dueDate: '2026-04-30',
  })
  await dialog.getByRole('tab', { name: 'AI Classification' }).click()
  await dialog.getByRole('button', { name: 'Classify This Request' }).click()
  await expect(dialog.getByText('Words that decided')).toBeVisible()
}

async function openSuggestion(stage: Stage): Promise<void> {
  await classifyDraft(stage)
  for (const label of ['Other values', 'Words that decided']) await stage.page.getByText(label).click()
}

function ask(question: string) {
  return async (stage: Stage) => {
    await at('/ai-assistant')(stage)
    await stage.page.getByRole('textbox').fill(question)
    await stage.page.keyboard.press('Enter')
    await expect(stage.page.locator('.message-message:not(.message-own) time').last()).toBeVisible()
  }
}

async function analyze(stage: Stage): Promise<void> {
  await openDetails('ai')(stage)
  await stage.page.getByRole('button', { name: 'Run AI Analysis' }).click()
  await expect(stage.page.getByRole('button', { name: 'Re-analyze' })).toBeVisible()
}

async function runBatch({ page }: Stage): Promise<void> {
  await page.goto('/dashboard?view=ai-analysis')
  await choose(page, 'Department', 'Operations')
  await page.getByRole('button', { name: /^Analyze [\d,]+ requests?$/ }).click()
  await expect(page.getByText('The backlog has been analyzed')).toBeVisible()
}

async function provokeConflict(stage: Stage): Promise<void> {
  const { page, office, people } = stage
  const { id } = await exampleRequest(stage)
  await page.goto(`/requests?edit=${id}`)
  await editDialog(page)
    .getByLabel('Title', { exact: true })
    .fill('Plant health certificates from the ministry, by number')
  await office.editRequest(people.admin, id, { title: 'Phytosanitary certificates by number', priority: 'critical' })
  await page.getByRole('button', { name: 'Update Request' }).click()
  await expect(page.getByRole('button', { name: 'Save this mix' })).toBeVisible()
}
