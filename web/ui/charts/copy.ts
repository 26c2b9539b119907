import { saveFile } from '../save-file.ts'
import { toast } from '../toast.ts'
import { toTabSeparated, type ChartData } from './chart-data.ts'
import { say } from '../../../shared/texts/say.ts'

const fileName = (name: string, ending: string) => `${name.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()}.${ending}`

/** Puts the chart as a picture on the clipboard; where that is refused, or there is none, the picture is saved as a file. */
export async function copyPicture(figure: HTMLElement, name: string): Promise<void> {
  const { pictureOf } = await import('./picture.ts')
  const picture = pictureOf(figure)
  try {
    // Called before the picture is ready: browsers allow clipboard writes only right after a user gesture.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
    toast({ title: say('Picture copied'), tone: 'good' })
  } catch {
    try {
      saveFile(await picture, fileName(name, 'png'))
      toast({ title: say('Picture saved as a file'), description: say('The browser did not allow copying it.') })
    } catch {
      toast({
        title: say('The picture could not be made'),
        description: say('Copy the data, or print the page.'),
        tone: 'bad',
      })
    }
  }
}

export async function copyData(data: ChartData, name: string): Promise<void> {
  const text = toTabSeparated(data)
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: say('Data copied'), description: say('Paste it into a spreadsheet.'), tone: 'good' })
  } catch {
    saveFile(text, fileName(name, 'tsv'))
    toast({ title: say('Data saved as a file'), description: say('The browser did not allow copying it.') })
  }
}
