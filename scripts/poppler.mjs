import { spawnSync } from 'node:child_process'
import { installDebianPackages } from './debian.mjs'

/** The tests read PDF files with another program than the one that wrote them; without it they fail. */
export function preparePdftotext() {
  const isThere = () => spawnSync('pdftotext', ['-v'], { stdio: 'ignore' }).error === undefined
  if (isThere()) return
  console.log('Installing poppler-utils, with which the tests read PDF files …')
  installDebianPackages('poppler-utils')
  if (!isThere()) console.log('There is no pdftotext: please install poppler-utils. The tests of PDF files will fail.')
}
