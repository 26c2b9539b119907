import { expect, test } from 'vitest'
import { longDate } from '../../shared/dates.ts'
import { busyOffice, NOW } from '../testing/analytics.ts'
import { get } from '../testing/app.ts'
import { askAssistant } from '../testing/assistant.ts'
import { buildRequest } from '../testing/build.ts'

const { office } = await busyOffice()

test('when all open requests are finished is the forecast of Analytics, for those who may see it', async () => {
  const { app, ben, ada } = office
  const { body: forecast } = await get(app, ben, '/api/analytics/forecast')
  for (const question of ['Will we finish all open requests by Christmas?', 'When will the backlog be empty?']) {
    const { response, message } = await askAssistant(office, ben, question)
    expect(response, question).toContain(
      `All ${forecast.count} open requests are likely finished by ${longDate(forecast.done.p85)}.`,
    )
    expect(response, question).toContain('December 2025 to February 2026,')
    expect(message.parts).toEqual([
      { kind: 'links', links: [{ label: 'The forecast in Analytics', href: '/analytics' }] },
    ])
    const own = await askAssistant(office, ada, question)
    expect(own.response, question).toMatch(/^I can’t tell what is to come for the requests of others\./)
    expect(own.message.parts).toEqual([])
  }
  const supposed = await askAssistant(office, ben, 'What would happen if two people joined?')
  expect(supposed.response).toContain('“What if” in Analytics')
})

test('the end of an own request that is named in any way is its outlook', async () => {
  const { db, ada, dan } = office
  const values = { createdAt: NOW, dueDate: '2026-04-01' }
  const title = 'Search past declarations by container number'
  const own = await buildRequest(db, { requesterId: ada.id, title, ...values })
  await buildRequest(db, { requesterId: dan.id, title: 'Copy the container number with one click', ...values })
  for (const question of [
    'When will my container number request be finished?',
    'When will my declarations request be ready?',
    'how long will my container number request take?',
    `When will "${title}" be finished?`,
    'When will the request about past declarations be ready?',
    'Will the container search request be done by its due date?',
  ]) {
    const { response } = await askAssistant(office, ada, question)
    expect(response, question).toContain(`${own.request_id} “${title}” is Pending Review.`)
  }
})

test('of several own requests with the same words it asks which, and of somebody else’s it means none', async () => {
  const { db, ada, dan } = office
  await buildRequest(db, { requesterId: dan.id, title: 'Print the seal register', createdAt: NOW })
  const question = 'When will my seal register request be finished?'
  expect((await askAssistant(office, ada, question)).response).toMatch(/^You have \d+ open requests\./)
  for (const title of ['Search the seal register', 'Export the seal register'])
    await buildRequest(db, { requesterId: ada.id, title, createdAt: NOW })
  const { response, message } = await askAssistant(office, ada, question)
  expect(response).toBe('2 requests may be meant. Which one?')
  expect(message.reading?.choices).toHaveLength(2)
})

test('the end of the own requests is the likely end of each', async () => {
  const { app, ada } = office
  const { body } = await get(app, ada, '/api/dashboard/outlooks')
  const { response, message } = await askAssistant(office, ada, 'When will my requests be finished?')
  expect(response).toMatch(new RegExp(`^You have ${body.total} open requests\\. The 5 due first: RFD-`))
  for (const { requestId } of body.requests) expect(response).toContain(`${requestId}: `)
  expect(message.parts.at(-1)).toMatchObject({
    links: [{ label: `Show these ${body.total} in the list`, href: expect.stringContaining('requester=me') as string }],
  })
  const one = await askAssistant(office, ada, 'When will my zebra request be finished?')
  expect(one.response).toBe(`You have ${body.total} open requests. Which one do you mean?`)
})
