/** Pages read of one document. Laws and tariff books have a thousand. */
export const MAX_PAGES = 2000
/** UTF-16 units of one document's text: some 800,000 words. */
export const MAX_TEXT_LENGTH = 5_000_000
/** UTF-16 units of one page. A densely printed page has 10,000. */
export const MAX_PAGE_LENGTH = 50_000
/** Formats without pages are split into parts of about this length, so that no part is slow to index or to show. */
export const PART = 12_000

/** Files inside a zip. A document with a picture on each of 2,000 pages has fewer. */
export const MAX_ENTRIES = 5000
/** Bytes that a zip may unpack to, both claimed and actual: ten times a large document of 10 MB. */
export const MAX_UNPACKED_BYTES = 100 * 1024 * 1024
/** Nesting depth of elements. Nested tables of real documents stay below 60. */
export const MAX_XML_DEPTH = 256
/** Runs of text on one PDF page. A dense drawing has some 20,000. */
export const MAX_RUNS = 60_000
/** Consecutive unreadable pages after which the rest is not tried. */
export const MAX_BROKEN_PAGES = 20
/** Cells of one line of a table or spreadsheet. */
export const MAX_CELLS = 500

/** JavaScript heap of the reading thread. 300 pages need some 40 MB. */
export const HEAP_MB = 192
/** The whole process, including data unpacked outside the heap. It takes 90 MB when idle. */
export const PROCESS_MB = 320
/** Processor time for one page. A dense drawing takes half a second. */
export const PAGE_CPU_MS = 3000
/** Pages that take longer, after which the rest is not tried. */
export const MAX_GIVEN_UP = 3
/** Processor time for a whole file: reading 2,000 pages takes 15 seconds. Others wait for this place. */
export const FILE_CPU_MS = 60_000
/** By the clock, for a busy machine that gives little processor time, and for a reader that hangs without using any. */
export const READ_TIMEOUT_MS = 10 * 60_000

/** Scans of more pages go to a separate queue, so that short ones do not wait for them. */
export const MAX_SHORT_SCAN_PAGES = 3
/** Scanned pages that are read: each takes some seconds of a core. */
export const MAX_SCANNED_PAGES = 200
/** Takes three seconds of a core, but runs at low priority beside all other work. */
export const SCAN_PAGE_TIMEOUT_MS = 5 * 60_000
/** No page is started after that; the pages recognized until then are stored. 200 pages take ten minutes of a core. */
export const SCAN_TIMEOUT_MS = 2 * 60 * 60_000
/** Each of the two programs: with four languages Tesseract takes less than half of it. */
export const SCAN_PROGRAM_MB = 1024
/** Longer side of a rendered page: A4 at 250 dpi. Bounds the memory, whatever size a page claims. */
export const SCAN_PIXELS = 2900
/** Limit for an image file, which is recognized without rendering. */
export const MAX_IMAGE_PIXELS = 50_000_000
