/** Pages that are read of one document. Laws and tariff books have a thousand; more would be a flood. */
export const MOST_PAGES = 2000
/** UTF-16 units of one document's text: some 800,000 words. */
export const MOST_TEXT = 5_000_000
/** UTF-16 units of one page. A densely printed page has 10,000. */
export const LONGEST_PAGE = 50_000
/** Formats that know no pages are read in parts of about this length, so that no part is slow to index or to show. */
export const PART = 12_000

/** The files inside a zip. A document with a picture on each of 2,000 pages has fewer. */
export const MOST_ENTRIES = 5000
/** Bytes that a zip may unpack to, as it claims and as it does: ten times a large document of 10 MB. */
export const MOST_UNPACKED = 100 * 1024 * 1024
/** Elements inside one another. Nested tables of real documents stay below 60. */
export const DEEPEST_XML = 256
/** Runs of text on one PDF page. A dense drawing has some 20,000. */
export const MOST_RUNS = 60_000
/** After so many pages in a row that cannot be read, nothing is expected of the others. */
export const MOST_BROKEN_PAGES = 20
/** Cells of one line of a table or spreadsheet. */
export const MOST_CELLS = 500

/** JavaScript values of the thread that reads. 300 pages need some 40. */
export const HEAP_MB = 192
/** The whole process, with what is unpacked outside the heap. It rests at 90. */
export const PROCESS_MB = 320
/** Reading 300 pages takes 2 seconds; a slow machine at low priority needs ten times as much. */
export const READ_WITHIN_MS = 60_000

/** A scan of more pages waits for a place of its own, so that short ones do not wait for it. */
export const MOST_PAGES_AT_ONCE = 3
/** Scanned pages that are read: each takes some seconds of a core. */
export const MOST_SCANNED_PAGES = 200
/** Three seconds of a core, at low priority beside all else that is under way. */
export const SCAN_PAGE_WITHIN_MS = 60_000
/** No page is begun after that; what was recognized until then is kept. */
export const SCAN_WITHIN_MS = 20 * 60_000
/** Each of the two programs: with four languages Tesseract takes less than half of it. */
export const SCAN_PROGRAM_MB = 1024
/** Longer side of a rendered page: A4 at 250 dpi. Bounds the memory, whatever size a page claims. */
export const SCAN_PIXELS = 2900
/** Of an image that is read as it is. */
export const MOST_IMAGE_PIXELS = 50_000_000
