import { longDate } from '../shared/dates.ts'
import type { OFFICE } from './common/office.ts'

/** A document of the demo office. */
export interface DemoDocument {
  name: string
  /** title of the request it is attached to; null for one that Document AI reads */
  request: string | null
  by: keyof typeof OFFICE
}

/** A document printed as a PDF at start, because its dates depend on the day. */
export interface Letter extends DemoDocument {
  /** `YYYY-MM-DD` */
  writtenOn: string
  /** paragraphs of each page; `# ` marks a heading */
  lines: readonly (readonly string[])[]
}

/** A few letters, memos and minutes, with dates relative to the start of the demo. */
export function lettersAt(now: Date): Letter[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1]
  const mayYear = month >= 5 ? year : year - 1
  const next = year + 1
  const lastMonth = new Date(Date.UTC(year, month - 2, 12)).toISOString().slice(0, 10)
  return [
    {
      name: 'Letter of the Ministry of Trade.pdf',
      request: 'Quota balances that brokers can trust',
      by: 'nadia',
      writtenOn: `${mayYear}-05-12`,
      lines: [
        [
          'Ministry of Trade',
          `12 May ${mayYear}`,
          'To the Director of Customs',
          'Subject: tariff quotas',
          'Dear Director,',
          'Importers have told us that the balance of a tariff quota on the portal differs from the one at the counter.',
          `We request that the portal show the balance of each tariff quota with the time of its last change, by 31 March ${next}.`,
          'Please add a notice to importers when nine tenths of a quota are used.',
        ],
        [
          'The balance should be calculated in the same way at the portal and at the counter, as Article 14 of the Trade Regulation provides.',
          'The Ministry contributes EUR 20,000 to the work.',
          'Yours faithfully,',
          'Helena Voss',
          'Head of Trade Policy',
        ],
      ],
    },
    {
      name: 'Memo on electronic seals.pdf',
      request: 'Electronic seal events on the transit screen',
      by: 'daniel',
      writtenOn: lastMonth,
      lines: [
        [
          '# Memorandum',
          'To: Head of Operations',
          'From: Ines Duarte',
          `Date: ${longDate(lastMonth)}`,
          'Subject: container seals',
          'Electronic container seals report a break within a minute, but officers learn of it on paper.',
          'The transit screen should show each broken container seal with place and time.',
          'It is recommended to sound an alarm when a seal is broken outside a customs area.',
          'Kind regards,',
          'Ines Duarte',
        ],
      ],
    },
    {
      name: 'Minutes of the transit working group.pdf',
      request: null,
      by: 'nadia',
      writtenOn: lastMonth,
      lines: [
        [
          '# Minutes of the transit working group',
          `Meeting of ${longDate(lastMonth)}. Chair: Elena Marku.`,
          '# Decisions',
          'The group agreed that the transit screen should print the bond number on every transit document.',
          `The portal should show the remaining time limit of each transit movement by 30 June ${next}.`,
          'The group asks for a weekly report of transit movements that have not been discharged.',
          'It was not agreed to extend the time limit by road.',
          '# Next meeting',
          'The group meets again next month. Members bring figures of their offices.',
        ],
      ],
    },
  ]
}

/** Documents in other formats, stored in `documents/`. */
export const FILES: readonly (DemoDocument & { type: 'docx' | 'png'; path: string })[] = [
  {
    name: 'Events of electronic seals.docx',
    type: 'docx',
    path: 'seal-events.docx',
    request: 'Electronic seal events on the transit screen',
    by: 'daniel',
  },
  {
    name: 'Sketch of the transit screen.png',
    type: 'png',
    path: 'transit-screen.png',
    request: 'Electronic seal events on the transit screen',
    by: 'samuel',
  },
]
