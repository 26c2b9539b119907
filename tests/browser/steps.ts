import { expect, type Locator, type Page } from '@playwright/test'

/** User actions, named after the labels on the screens. */

export async function choose(within: Page | Locator, field: string | RegExp, option: string): Promise<void> {
  const page = 'page' in within ? within.page() : within
  await within.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')
}

export async function expectToast(page: Page, ...texts: (string | RegExp)[]): Promise<void> {
  let toast = toasts(page)
  for (const text of texts) toast = toast.filter({ hasText: text })
  await expect(toast).toHaveCount(1)
}

export function newRequestDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'New RFD Request' })
}

export function editDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Edit RFD Request' })
}

interface Draft {
  title: string
  description: string
  department: string
  priority?: string
  dueDate: string
}

export async function fillNewRequest(page: Page, request: Draft): Promise<Locator> {
  const dialog = newRequestDialog(page)
  await dialog.getByLabel('Title', { exact: true }).fill(request.title)
  await choose(dialog, 'Department', request.department)
  if (request.priority) await choose(dialog, 'Priority', request.priority)
  await dialog.getByLabel(/^due date/i).fill(request.dueDate)
  await dialog.getByLabel('Description', { exact: true }).fill(request.description)
  return dialog
}

/** Opens the start of a backlog analysis, whether or not one has run before. @returns the button that starts it */
export async function openBatchStart(page: Page): Promise<Locator> {
  await page.goto('/dashboard?view=ai-analysis')
  const again = page.getByRole('button', { name: 'Analyze again' })
  const start = page.getByRole('button', { name: /^Analyze [\d,]+ requests?$/ })
  await expect(again.or(start)).toBeVisible()
  if (await again.isVisible()) await again.click()
  return start
}

/** The request's row in the current list. */
export function rowOf(page: Page, title: string): Locator {
  return page.getByRole('row').filter({ hasText: title })
}

export async function search(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder('Search requests...').fill(text)
}

/** Mocks the answer of one path; everything else reaches the office. */
export async function answer(
  page: Page,
  path: RegExp,
  reply: { status: number; body: string; contentType?: string },
  method?: string,
): Promise<void> {
  await page.route(
    (url) => path.test(url.pathname + url.search),
    (route) =>
      method && route.request().method() !== method
        ? route.fallback()
        : route.fulfill({ contentType: 'application/json', ...reply }),
  )
}

/**
 * Ends the session on the server just before it gets the first such call, so that no other call of the page, such as a
 * poll, can be the one that learns it.
 */
export async function endSessionBefore(page: Page, method: string, path: RegExp): Promise<void> {
  let isEnded = false
  await page.route(
    (url) => path.test(url.pathname + url.search),
    async (route, request) => {
      if (!isEnded && request.method() === method) {
        isEnded = true
        const { authorization = '' } = request.headers()
        await page.request.post(new URL('/api/auth/logout', request.url()).href, { headers: { authorization } })
      }
      await route.fallback()
    },
  )
}

export function problem(error: string, code = 'unavailable'): string {
  return JSON.stringify({ error, code })
}
