import type { Locator, Page } from '@playwright/test'
import { buildPdf } from './documents.ts'

export const pdf = (text: string) => buildPdf([text])
/** Larger than one upload piece, so that a remainder is left after it. */
export const longPdf = async (text: string) =>
  Buffer.concat([await pdf(text), Buffer.alloc(2_500_000, '% tariff line\n')])
export const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })
export const picker = (within: Page | Locator) => within.locator('input[type=file]')
export const documents = (page: Page) =>
  page.getByRole('list', { name: 'Documents', exact: true }).getByRole('listitem')
export const files = (within: Page | Locator) =>
  within.getByRole('list', { name: 'Files', exact: true }).getByRole('listitem')
export const whole = (within: Page | Locator) => files(within).filter({ hasText: 'checked' })
