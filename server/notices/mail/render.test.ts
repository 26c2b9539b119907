import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { EmailAddress } from '../../../shared/account-fields.ts'
import { mailFrom } from './mail-from.ts'
import { mailOf } from './message.ts'

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        '\r\n',
        '\n',
        '\0',
        '\u202e',
        '\ud800',
        'Bcc: eve@x.example',
        '<',
        '>',
        '"',
        ',',
        ';',
        ' ',
        'é',
        '@',
      ),
    )
    .map((parts) => parts.join('')),
  fc.constant('x'.repeat(10_000)),
)

const compiled = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

async function headersOf(message: Parameters<typeof mailOf>[0]) {
  const { message: source, envelope } = await compiled.sendMail(mailOf(message))
  const [head = ''] = String(source).split('\r\n\r\n', 1)
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  return { names: lines.map((line) => line.split(':', 1)[0]!), lines, envelope, source: String(source) }
}

test('no title, person or office name adds a header or a recipient', async () => {
  const usual = await headersOf(built('Office', 'A title', 'A quote'))
  await fc.assert(
    fc.asyncProperty(hostile, hostile, hostile, async (office, title, quote) => {
      const { names, lines, envelope } = await headersOf(built(office, title, quote))
      expect(names.filter((name) => name !== 'Date')).toEqual(usual.names.filter((name) => name !== 'Date'))
      expect(envelope).toEqual({ from: 'rfd@office.example', to: ['ada@office.example'] })
      expect(lines.find((line) => line.startsWith('To:'))).toBe('To: ada@office.example')
      expect(lines.join('').length).toBeLessThan(5000)
    }),
    { numRuns: 100 },
  )
})

test('an address with a second recipient, a quote or a comment is none', () => {
  const part = fc.constantFrom(
    'ada',
    'office',
    '.',
    '@',
    '"',
    '(x)',
    ',',
    ';',
    '<',
    '>',
    ' ',
    '\r\n',
    '\0',
    'é',
    '\u202e',
  )
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const { data = 'none' } = EmailAddress.safeParse(`${parts.join('')}@office.example`)
      expect(data).toMatch(/^(none|[\w.]+@[\w.]+)$/)
    }),
    { numRuns: 300, examples: [[['ada']], [['ada', '@', 'office']]] },
  )
})

test('markup of people is text, and plain text says everything that HTML says', () => {
  const { html, text } = built('A & B', 'Weigh <b>empty</b> trucks', '"Why?" <script>alert(1)</script>')
  expect(html).not.toMatch(/<script|<b>/)
  expect(html).toContain('Weigh &lt;b&gt;empty&lt;/b&gt; trucks')
  for (const part of ['Something happened.', 'Weigh <b>empty</b> trucks', '> "Why?"', 'https://rfd.example/requests/1'])
    expect(text).toContain(part)
})

function built(office: string, title: string, quote: string) {
  const items = [{ title, lines: ['Now in progress'], quote, url: 'https://rfd.example/requests/1' }]
  return mailFrom(
    { name: office, address: 'rfd@office.example' },
    {
      to: 'ada@office.example',
      messageId: '<one@office.example>',
      threadId: '<thread@office.example>',
      unsubscribeUrl: 'https://rfd.example/api/mute/token',
      content: { subject: `News: ${title}`, paragraphs: ['Something happened.'], items },
    },
  )
}
