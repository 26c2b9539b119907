import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { MentionedPerson } from '../../../shared/comments.ts'
import { queryClient } from '../../client/query.ts'
import { render } from '../../testing/render.ts'
import Markdown from './Markdown.tsx'

const ADA: MentionedPerson = { username: 'ada', firstName: 'Ada', lastName: 'Quint' }

function drawn(text: string, mentions = [ADA]): HTMLElement {
  const leave = render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Markdown text={text} mentions={mentions} />
      </BrowserRouter>
    </QueryClientProvider>,
  )
  const copy = document.body.cloneNode(true) as HTMLElement
  leave()
  return copy
}
const textIn = (root: HTMLElement, selector: string) =>
  [...root.querySelectorAll(selector)].map((one) => one.textContent)

test('Markdown becomes elements, and line breaks stay as they were typed', () => {
  const root = drawn(
    'One **bold** and *soft*\nnext `code`\n\n> quoted\n\n- a\n- b\n\n3. c\n\n```\n# no\n```\n\n~~gone~~',
  )
  expect(textIn(root, 'strong, em, code, blockquote, ul li, ol li, pre, s')).toEqual([
    'bold',
    'soft',
    'code',
    'quoted',
    'a',
    'b',
    'c',
    '# no',
    'gone',
  ])
  expect(root.querySelector('ol')?.getAttribute('start')).toBe('3')
  expect(root.querySelectorAll('p br')).toHaveLength(1)
})

test('a heading is no heading of the page', () => {
  const root = drawn('# Large\n\n###### Small')
  expect(root.querySelector('h1, h2, h3, h4, h5, h6')).toBeNull()
  expect(textIn(root, '.heading')).toEqual(['Large', 'Small'])
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '![x](data:image/svg+xml;base64,AAAA)',
  '<javascript:alert(1)>',
  '[x](vbscript:x) [y](file:///etc/passwd)',
])('%s stays text', (text) => {
  const root = drawn(text)
  expect(root.querySelector('script, img, a, iframe')).toBeNull()
  expect(root.textContent).not.toBe('')
})

test('addresses are shown in full, pictures are links, and request numbers can be followed', () => {
  const root = drawn(
    '[our bank](https://evil.example/a) ![map](https://office.example/map.png) RFD-2026-0007 https://a.example',
  )
  const links = [...root.querySelectorAll('a')].map((a) => [a.getAttribute('href'), a.textContent])
  expect(links).toEqual([
    ['https://evil.example/a', 'https://evil.example/a'],
    ['https://office.example/map.png', 'https://office.example/map.png'],
    ['/requests/RFD-2026-0007', 'RFD-2026-0007'],
    ['https://a.example/', 'https://a.example'],
  ])
  expect(root.textContent).toContain('our bank (https://evil.example/a)')
})

test('whoever is mentioned is shown by name; others, code and addresses stay as typed', () => {
  const root = drawn('@ada, **@ADA.** @ben `@ada` ada@ada.example x@ada')
  expect(textIn(root, '.mention')).toEqual(['@Ada Quint', '@Ada Quint'])
  expect(root.textContent).toBe('@Ada Quint, @Ada Quint. @ben @ada ada@ada.example x@ada')
})

test.each([
  ['quotes', '>'.repeat(5000) + ' deep'],
  ['lists', Array.from({ length: 60 }, (_, i) => `${'  '.repeat(i)}- level ${i}`).join('\n')],
])('nothing of deeply nested %s is lost', (_, text) => {
  expect(drawn(text).textContent).toContain(
    text
      .trim()
      .split(/[\s>-]+/)
      .at(-1),
  )
})
