import type { Page } from '@playwright/test'

/** Locators for the parts of an open preview. */

export const dialog = (page: Page) => page.getByRole('dialog')
export const pages = (page: Page) => dialog(page).locator('[data-page]')
export const drawn = (page: Page) => dialog(page).locator('[data-page] canvas')
export const pane = (page: Page) => dialog(page).getByRole('group', { name: /^(Pages|Text) of/ })
export const number = (page: Page) => dialog(page).getByLabel(/^Page of/)

/** The highlighted texts, in order. */
export function marked(page: Page, mark: string): Promise<string[]> {
  return page.evaluate((name) => {
    const ranges = [...(CSS.highlights.get(name) ?? [])] as Range[]
    return ranges.map((range) => String(range))
  }, mark)
}
