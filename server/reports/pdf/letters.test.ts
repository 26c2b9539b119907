import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { pagesOf } from '../../testing/documents/read-pdf.ts'
import { writePdf } from './document.ts'
import { unpackWoff } from './woff.ts'

const require = createRequire(import.meta.url)
const ABOUT = { office: 'Customs', subject: 'Export', title: 'Letters', asOf: 'Now' }
const MISSING = 'could not be printed'

async function pdfOf(...texts: string[]): Promise<Buffer> {
  return buffer(writePdf([{ kind: 'table', columns: [{ label: 'Title' }], rows: texts.map((text) => [text]) }], ABOUT))
}
/** As a reader lays the page out, so that an overlap or a gap shows; without the marks that it adds for directions. */
function laidOut(pdf: Buffer): string {
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
  return text.replaceAll(/\p{Cf}/gu, '')
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rfd-fonts-test-'))
  mkdirSync(join(folder, 'fonts'))
})
afterEach(() => vi.unstubAllEnvs())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  'Contrôle différé à l’entrepôt général',
  'Trọng lượng công-te-nơ ở Đà Nẵng, Ṽ, Ǻ',
  'Ёлка, Йод, Їжак',
  'Βάρος κιβωτίου ἀρχή ᾴ',
])('a text in parts is set from composed letters: %s', async (text) => {
  const composed = laidOut(await pdfOf(text))
  expect(composed).toContain(text)
  expect(laidOut(await pdfOf(text.normalize('NFD')))).toBe(composed)
})

test.each([
  'Weight ≥ 500 kg and ≤ 2 t ≠ tare → gate ← ↑ ⇒ ≈ ± × ÷ − ∞ √ ∑',
  '☐ ☑ ☒ ✓ ✔ ✗ ✘ • … ‰ № § † ™ ½ ⅓ ₂ ⁴ ① ■ □ ● ○ ★ ▲ ▼ ► ⚠ ☎ ✉ ✅ ❌ │ ┌ █',
  '€ ₽ ₴ ₸ ₺ ₪ ₹ ₫ ₩ ¥ £ ¢',
  'Вес контейнера, Қазақша, Ћирилица, Беларусь Ў',
  'Βάρος εμπορευματοκιβωτίου',
  'Ɓ ə Ș ẞ Ḃ ŋ, Հայերեն, ქართული',
  'ﬁ ＝ （ｘ） ㎏ ⑪ \u2011 \u2012 \u3000',
  'x̂ q̃ а́ Ӂ',
  'Өлшем, тоңдатқыш, ҳудуд, ѣ; Þjóðvegur ŵ ħ ġ; źdźbło',
  'ʃ ʒ ɪ ˈ m³ 10⁻³ H₂O ⅞ Ⅳ ⩽ ⩾ ⇔ ∅ ∈ ⊂ ⌀ ℃ 𝐁𝐨𝐥𝐝 𝑥 ﬃ ĳ ǆ',
  '⬆ ⬇ ➜ ⟶ ⚖ ♻ ✈ ⚓ ☂',
])('letters and signs are printed: %s', async (text) => {
  const words = laidOut(await pdfOf(text))
  expect(words).not.toContain(MISSING)
  const bare = (some: string) => some.normalize('NFKC').replaceAll(/\s/g, '')
  expect(bare(words)).toContain(bare(text))
})

test('Hebrew with points stands in order and in its place, with figures and brackets', async () => {
  const pdf = await buffer(writePdf([{ kind: 'text', text: 'משקל המכולה 20 קג (ברוטו) שָׁלוֹם' }], ABOUT))
  // Extracted text is in visual order, from the left.
  expect((await pagesOf(pdf)).join()).toContain('שָׁלוֹם )ברוטו( קג 20 המכולה משקל')
  const boxes = execFileSync('pdftotext', ['-bbox', '-', '-'], { input: pdf, encoding: 'utf8' })
  const ends = [...boxes.matchAll(/xMax="([\d.]+)" .*>\p{sc=Hebr}/gu)].map(([, x]) => Number(x))
  const rightMargin = Number(/xMax="([\d.]+)" .*>Letters</.exec(boxes)![1])
  expect(Math.abs(Math.max(...ends) - rightMargin)).toBeLessThan(0.1)
})

test('letters that no font has are shown as boxes, keep their text, and are counted at the end', async () => {
  const [one, three] = ['\ue5a3', '\ue5a3\ue5a4 \ue5a5']
  expect(laidOut(await pdfOf(`Gate ${one}`))).toMatch(/Gate \ue5a3[^]*1 character could not be printed/)
  const words = laidOut(await pdfOf(three, 'plain'))
  expect(words).toContain(`3 characters ${MISSING}, because this server has no fonts for them.`)
  expect(words.replaceAll(/\s/g, '')).toContain('\ue5a3\ue5a4\ue5a5')
  expect(laidOut(await pdfOf('plain \u200d\ufe0f\u2066'))).not.toContain(MISSING)
})

test.runIf(process.platform === 'linux')(
  'a font of the machine prints what the fonts of the product lack',
  async () => {
    vi.stubEnv('HOME', folder)
    vi.stubEnv('XDG_DATA_HOME', folder)
    vi.stubEnv('XDG_DATA_DIRS', join(folder, 'none'))
    const text = 'น้ำหนักตู้สินค้า'
    expect(laidOut(await pdfOf(text))).toContain(MISSING)

    const thai = unpackWoff(
      readFileSync(require.resolve('@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff')),
    )
    const damaged = Buffer.from(thai)
    damaged.fill(0x5a, 600)
    writeFileSync(join(folder, 'fonts/a.ttf'), 'no font at all')
    writeFileSync(join(folder, 'fonts/b.ttf'), thai.subarray(0, thai.length / 2))
    writeFileSync(join(folder, 'fonts/c.otf'), damaged)
    expect(laidOut(await pdfOf(text))).toContain(MISSING)

    for (const [name, font] of [
      ['d.ttf', thai],
      ['d.ttc', collectionOf(thai)],
    ] as const) {
      const file = join(folder, 'fonts', name)
      writeFileSync(file, font)
      const pdf = await pdfOf(text)
      rmSync(file)
      expect(laidOut(pdf), name).not.toContain(MISSING)
      expect(pdf.toString('latin1')).toContain('NotoSansThai')
      // Only its letters are in the document.
      expect(pdf.length).toBeLessThan(40_000)
    }
  },
)

/** A collection with one font: a head, and the font's tables at new places. */
function collectionOf(font: Buffer): Buffer {
  const head = Buffer.from('ttcf\0\x01\0\0\0\0\0\x01\0\0\0\x10', 'latin1')
  const moved = Buffer.from(font)
  for (let i = 12; i < 12 + 16 * moved.readUInt16BE(4); i += 16)
    moved.writeUInt32BE(moved.readUInt32BE(i + 8) + head.length, i + 8)
  return Buffer.concat([head, moved])
}
