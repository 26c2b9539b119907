import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GUIDE_QUESTIONS, guideQuestionsFor, isGuideSubject } from '../../shared/assistant/guide-questions.ts'
import { BUILT_IN_ROLES } from '../../shared/permissions.ts'
import { askAssistant } from '../testing/assistant.ts'
import { LEARNING_MS, localAi } from '../testing/ai.ts'
import { del, patch, testApp } from '../testing/app.ts'
import { GUIDE } from './guide.ts'

let office: Awaited<ReturnType<typeof testApp>>

beforeAll(async () => {
  office = await testApp({ ai: localAi(), now: '2026-03-18T09:00:00.000Z' })
}, LEARNING_MS)
beforeEach(() => del(office.app, office.ben, '/api/ai/conversations/current'))
afterAll(() => office.close())

const ask = (question: string) => askAssistant(office, office.ben, question)

describe('guide texts', () => {
  test.each(Object.entries(GUIDE_QUESTIONS))('%s is given for its own question: %s', async (subject, question) => {
    const { response, understood } = await ask(question)
    expect(understood).toBe(true)
    expect(isGuideSubject(subject) && GUIDE[subject]).toBe(response)
  })

  test.each([
    ['how do i schedule a report for every friday', 'A schedule on the report’s page'],
    ['where do i see cycle time and throughput', 'Managers and administrators open Analytics'],
    ['how can I hide a card on my dashboard', 'Choose Arrange dashboard'],
    ['how do I rename one of the departments', 'Administrators open Settings, then General'],
    ['can we have a role of our own for auditors', 'Role Permissions'],
    ['how will i know that it is finished', 'The bell at the top lists what happened'],
    ['how reliable are the estimates', 'An estimate is a range'],
    ['how do I change my pasword', 'Security Settings'],
    ['how do I reset the password of a colleague', 'a link for a new password'],
    ['Can I delete a document?', 'delete those that you added'],
    ['can I remove an attachment', 'delete those that you added'],
    ['what does Track Only mean?', 'neither edit nor cancel'],
    ['Can I reopen a cancelled request?', 'a cancelled one cannot be reopened'],
    ['what does document ai do with a letter', 'proposes requests from what it asks for'],
  ])('in other words: %s', async (question, part) => {
    expect((await ask(question)).response).toContain(part)
  })

  test.each([
    'how do I sell a department',
    'how do I translate a report into Portuguese',
    'can I rent the dashboard to the broker association',
    'where do I water the plants',
  ])('none is given for what it does not speak of: %s', async (question) => {
    const { understood, response } = await ask(question)
    expect(understood).toBe(false)
    expect(Object.values(GUIDE)).not.toContain(response)
  })

  test.each([
    ['can my boss see my request', GUIDE.permissions],
    ['what is the bell for', GUIDE.notifications],
    ['what is rfd', GUIDE.terms],
    ['can i edit my comment', 'it stays as it was written'],
    ['can the ai be wrong', GUIDE['suggestion-quality']],
    ['how do i change the name of the office', GUIDE.settings],
    ['how do i look at the page as somebody else', GUIDE.roles],
  ])('of what the product has: %s', async (question, text) => {
    expect((await ask(question)).response).toContain(text)
  })

  test('an office with departments of its own gets their names', async () => {
    const rename = (name: string) => patch(office.app, office.cleo, '/api/settings/departments/operations', { name })
    await rename('Ports')
    const { response } = await ask(GUIDE_QUESTIONS.departments)
    expect(response).toBe('The departments are IT Development, Data Management, Cybersecurity, Ports and Compliance.')
    await rename('Operations')
    expect((await ask(GUIDE_QUESTIONS.departments)).response).toBe(GUIDE.departments)
  })

  test('the guide texts about notifications and settings match the page', () => {
    const page = (file: string) => readFileSync(new URL(`../../web/${file}`, import.meta.url), 'utf8')
    const link = /Notification preferences/
    expect([link.test(page('people/profile/ProfilePage.tsx')), link.test(GUIDE.notifications)]).toEqual([true, true])
    const settings = [...page('app/pages/pages.ts').matchAll(/'\/settings\/\w[\w-]*',\s+title: text\('([^']+)'\)/g)]
    expect(settings.length).toBeGreaterThan(5)
    for (const [, title = ''] of settings) expect(GUIDE.settings).toContain(title)
    for (const title of ['Team Management', 'Who Can Do What', 'Export Reports', 'Audit Log'])
      expect([page('app/pages/pages.ts').includes(`'${title}'`), Object.values(GUIDE).join().includes(title)]).toEqual([
        true,
        true,
      ])
  })

  test('the questions offered are about features that the person may use', () => {
    const offered = (role: keyof typeof BUILT_IN_ROLES) => guideQuestionsFor(BUILT_IN_ROLES[role].permissions)
    expect(offered('user')).toContain('How do I change my password?')
    expect(offered('user')).not.toContain('How do I make or schedule a report?')
    expect(offered('manager')).toContain('How do I make or schedule a report?')
    expect(offered('manager')).not.toContain('How do I make a role of our own?')
    expect(offered('admin')).toEqual(Object.values(GUIDE_QUESTIONS))
  })
})
