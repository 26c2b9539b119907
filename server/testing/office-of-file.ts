import { afterAll, beforeEach } from 'vitest'
import { testApp } from './app.ts'

/** The office of a test file: emptied before each of its tests, and closed after the last. */
export async function officeOfFile(options?: Parameters<typeof testApp>[0]) {
  const office = await testApp(options)
  beforeEach(() => office.reset())
  afterAll(() => office.close())
  return office
}
