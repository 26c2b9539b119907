// The part of PDF.js that reads files, in a worker thread.
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'
