import { type MailContent, type MailItem, type MailLink, mailLine } from './content.ts'

/** Plain text that is whole by itself. */
export function textOf({ paragraphs, items = [], action, footer = [] }: MailContent, office: string): string {
  const parts = [
    ...paragraphs.map((text) => mailLine(text)),
    ...items.map(itemText),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ['-- ', office, ...footer.map((line) => (typeof line === 'string' ? line : `${line.label}: ${line.url}`))].join(
      '\n',
    ),
  ]
  return `${parts.join('\n\n')}\n`
}

function itemText({ title, lines, quote, url }: MailItem): string {
  const quoted = quote ? [`> ${mailLine(quote)}`] : []
  return [
    `* ${mailLine(title)}`,
    ...[...lines.map((line) => mailLine(line)), ...quoted, ...(url ? [url] : [])].map(indented),
  ].join('\n')
}

function indented(line: string): string {
  return `  ${line}`
}

/** Inline styles only, because mail programs drop others; the colours are readable on a dark ground that they choose, too. */
const STYLES = {
  page: 'margin:0;padding:24px 12px;background-color:#f3f6f8;font-family:"Public Sans",Segoe UI,Helvetica,Arial,sans-serif',
  card: 'max-width:600px;margin:0 auto;background-color:#ffffff;border:1px solid #dbe2e8;border-radius:8px;overflow:hidden',
  head: 'padding:14px 20px;background-color:#0f2a41;color:#ffffff;font-size:15px;font-weight:600',
  body: 'padding:20px;color:#14212b;font-size:15px;line-height:1.5',
  item: 'margin:0 0 12px;padding:12px 14px;border:1px solid #dbe2e8;border-radius:6px',
  title: 'margin:0 0 4px;font-weight:600;color:#14212b',
  link: 'color:#0b61a8',
  quote: 'margin:6px 0 0;padding-left:10px;border-left:3px solid #0b61a8;color:#42515d',
  button:
    'display:inline-block;padding:10px 16px;border-radius:6px;background-color:#0b61a8;color:#ffffff;text-decoration:none;font-weight:600',
  foot: 'padding:14px 20px;border-top:1px solid #dbe2e8;color:#586673;font-size:13px;line-height:1.5',
} as const

export function htmlOf({ subject, paragraphs, items = [], action, footer = [] }: MailContent, office: string): string {
  const body = [
    ...paragraphs.map((text) => `<p style='margin:0 0 14px' dir="auto">${shown(text)}</p>`),
    ...items.map(itemHtml),
    ...(action ? [`<p style='margin:18px 0 0'>${anchor(action, STYLES.button)}</p>`] : []),
  ]
  const foot = [
    shown(office),
    ...footer.map((line) => (typeof line === 'string' ? shown(line) : anchor(line, STYLES.link))),
  ]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${shown(subject)}</title></head>
<body style='${STYLES.page}'><div style='${STYLES.card}'><div style='${STYLES.head}' dir="auto">${shown(office)}</div>
<div style='${STYLES.body}'>${body.join('\n')}</div>
<div style='${STYLES.foot}'>${foot.join('<br>\n')}</div></div></body></html>
`
}

function itemHtml({ title, lines, quote, url }: MailItem): string {
  const name = url ? anchor({ label: title, url }, STYLES.link) : shown(title)
  return [
    `<div style='${STYLES.item}'><p style='${STYLES.title}' dir="auto">${name}</p>`,
    ...lines.map((line) => `<p style='margin:0' dir="auto">${shown(line)}</p>`),
    ...(quote ? [`<p style='${STYLES.quote}' dir="auto">${shown(quote)}</p>`] : []),
    '</div>',
  ].join('\n')
}

function anchor({ label, url }: MailLink, style: string): string {
  return `<a href="${escaped(url)}" style='${style}'>${shown(label)}</a>`
}

function shown(text: string): string {
  return escaped(mailLine(text))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!)
}
