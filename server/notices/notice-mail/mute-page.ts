import { createHash } from 'node:crypto'
import { escaped } from '../mail/render.ts'

const STYLE = `:root{color-scheme:light dark}
body{margin:0;padding:10vh 16px;font:16px/1.5 system-ui,sans-serif;background:light-dark(#f3f6f8,#0c141b);color:light-dark(#14212b,#e6edf2)}
main{max-width:480px;margin:0 auto;padding:24px;border:1px solid light-dark(#dbe2e8,#25323d);border-radius:8px;background:light-dark(#fff,#121b23)}
h1{margin:0 0 12px;font-size:20px}
button{padding:10px 16px;border:0;border-radius:6px;font:inherit;font-weight:600;background:#0b61a8;color:#fff}
button:focus-visible{outline:3px solid light-dark(#0b61a8,#72bbf6);outline-offset:2px}`

/** For the policy of what the page may use. */
export const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

/** Asks first: programs that check mail follow every link in it. */
export function questionPage(what: string): string {
  return page(
    'End this mail',
    `<p>No more mail about ${escaped(what)}?</p>
<form method="post"><button name="List-Unsubscribe" value="One-Click">No more mail about it</button></form>`,
  )
}

export function donePage(what: string): string {
  return page('Done', `<p>You get no more mail about ${escaped(what)}. In your profile you can choose it again.</p>`)
}

export function refusalPage(): string {
  return page(
    'This link is not valid',
    '<p>It has expired, or was not copied whole. Sign in to choose in your profile what you are notified of.</p>',
  )
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>
${body}</main></body></html>
`
}
