import { expect, test } from 'vitest'
import { signalsOf } from '../reasons/signals.ts'
import { complexityOf } from '../reasons/complexity.ts'
import { proseOf } from './prose.ts'

const words = (text: string) => proseOf(text).split(/\s+/).filter(Boolean).join(' ')

test.each([
  ['a code block', 'Please look.\n```\nraise AccessDenied("attack stopped the server")\n```\nThank you all.'],
  ['code between tags', 'Please look. <pre>server down, all users hacked</pre> Thank you all.'],
  ['code in a line', 'Please look. `DELETE FROM payments` Thank you all.'],
  [
    'an address of a page',
    'Please look. https://portal.example/law/attack?users=3000&deadline=2027-01-01 Thank you all.',
  ],
  ['an e-mail address', 'Please look. court.attack@customs-down.example Thank you all.'],
  ['a path', 'Please look. /var/log/attack/server-down C:\\court\\law Thank you all.'],
  ['an identifier', 'Please look. server_down userCourt legal.law.act Thank you all.'],
  ['a street', 'Please look. 12 Court Street Thank you all.'],
  [
    'a stack trace',
    'Please look.\njava.lang.SecurityException: attack, server down\n    at com.court.Law.stop(Law.java:12)\n    at legal.Act.run(Act.java:3)\n    ... 12 more\nCaused by: payment.RefundError: court\nThank you all.',
  ],
  [
    'a Python trace',
    'Please look.\nTraceback (most recent call last):\n  File "/srv/law.py", line 3, in court\nValueError: server is down for all users\nThank you all.',
  ],
  [
    'a log, also a quoted one',
    'Please look.\n2026-03-01 09:00:00 ERROR server down, attack\n> 2026-03-01T09:00:01Z WARN court\n[09:00:02] payments stopped\nMar  1 09:00:03 host law: breach\nERROR: everybody stopped\nThank you all.',
  ],
  ['a head of a mail', 'Please look.\nFrom: Court of Law\nTo: all users\nSent: tomorrow\nThank you all.'],
])('%s is no prose', (_, text) => {
  expect(words(text)).toBe('Please look. Thank you all.')
  expect(signalsOf('', text)).toEqual([])
  expect(proseOf(text)).toHaveLength(text.length)
})

test('a signature is not prose, but sentences below it are', () => {
  const signature = 'Kind regards,\nAda Quill\nCourt of Law, Legal Department\n12 Bank Street'
  expect(words(`The label is odd.\n\n${signature}`)).toBe('The label is odd.')
  const more = 'All of our brokers have been waiting for this label since Monday.'
  expect(words(`The label is odd.\n\n${signature}\n\n${more}`)).toBe(`The label is odd. ${more}`)
})

test.each([
  'Nobody can log in; everything stands still;\nwe work on paper.',
  'For each office the following applies:\nthe list is sorted by date.',
  'Error: nobody can log in',
  'Compare version 2.1 with 2.2, and weigh 3/4 of them.',
])('sentences stay as they are: %s', (text) => {
  expect(proseOf(text)).toBe(text)
})

test('complexity is computed from prose only', () => {
  const none = { developmentType: null, comparableDays: NaN, usualDays: NaN }
  const pasted =
    'The label is odd, see https://bank.example/api?interface=ministry\n```\nmigrate(gateway, treasury) // maybe?\n```'
  expect(complexityOf({ ...none, title: 'Label', description: pasted }).parts).toEqual([])
})

test.each([
  ['a chain of initials', 'A.'.repeat(60_000)],
  ['a chain of hyphens', 'A-'.repeat(60_000)],
  ['unclosed tags', '<pre '.repeat(60_000)],
  ['calls without a semicolon', `Look:\n${'a()'.repeat(2000)}`],
])('a text that repeats itself is read in linear time: %s', (_, text) => {
  expect(proseOf(text)).toHaveLength(text.length)
})

test.each(['total = 3;', 'server.stop(now);', `run(${'x'.repeat(2000)});`, 'if (isDown) {'])(
  'a line of code is no prose: %s',
  (line) => {
    expect(words(`Please look.\n${line}\nThank you all.`)).toBe('Please look. Thank you all.')
  },
)
