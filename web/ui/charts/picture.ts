/** Pixels of the picture per pixel of the screen. */
const SCALE = 2
const PADDING = 16

/** Properties of a drawing that come from style sheets, which its picture does not have. */
const STYLED = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-opacity',
  'opacity',
  'clip-path',
] as const

/** Controls, tooltips and texts for screen readers are not part of the picture. */
const LEFT_OUT = 'button, input, select, [data-apart], [data-tip], .visually-hidden, [popover], a.link-button'

/**
 * A chart as it is on the screen, title and labels included, as a PNG. The browser renders the chart's own SVG; boxes and text
 * are drawn on the canvas, because an SVG image has neither the styles nor the fonts of the page.
 */
export async function pictureOf(figure: HTMLElement): Promise<Blob> {
  const frame = figure.getBoundingClientRect()
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil((frame.width + 2 * PADDING) * SCALE)
  canvas.height = Math.ceil((frame.height + 2 * PADDING) * SCALE)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  context.scale(SCALE, SCALE)
  context.fillStyle = getComputedStyle(figure).backgroundColor
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.translate(PADDING - frame.left, PADDING - frame.top)
  for (const box of figure.querySelectorAll('*')) {
    if (!(box instanceof SVGElement) && !box.closest(LEFT_OUT)) paintBox(context, box)
  }
  for (const drawing of figure.querySelectorAll('svg')) {
    if (!drawing.closest(LEFT_OUT)) await paintShapes(context, drawing)
  }
  paintText(context, figure)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), 'image/png')
  })
}

/** A bar that is an HTML box: its background, or the stripes and border that distinguish it from its neighbours. */
function paintBox(context: CanvasRenderingContext2D, box: Element): void {
  const { left, top, width, height } = box.getBoundingClientRect()
  const { backgroundColor, backgroundImage, boxShadow, borderTopLeftRadius } = getComputedStyle(box)
  const [, angle, stripes] = /^repeating-linear-gradient\((?:(\d+)deg, )?(rgb[^)]*\))/.exec(backgroundImage) ?? []
  const [rim] = boxShadow.endsWith('inset') ? boxShadow.split(' 0px') : []
  if (width === 0 || height === 0) return
  context.save()
  context.beginPath()
  context.roundRect(left, top, width, height, Math.min(parseFloat(borderTopLeftRadius) || 0, width / 2, height / 2))
  context.clip()
  context.fillStyle = backgroundColor
  context.fillRect(left, top, width, height)
  if (rim) {
    context.strokeStyle = rim
    context.lineWidth = 2
    context.stroke()
  }
  if (stripes) {
    context.strokeStyle = stripes
    context.lineWidth = 2
    context.translate(left + width / 2, top + height / 2)
    context.rotate((Number(angle ?? 180) * Math.PI) / 180)
    context.beginPath()
    for (let at = -width - height; at < width + height; at += 4.5) {
      context.moveTo(-width - height, at)
      context.lineTo(width + height, at)
    }
    context.stroke()
  }
  context.restore()
}

async function paintShapes(context: CanvasRenderingContext2D, drawing: SVGSVGElement): Promise<void> {
  const { left, top, width, height } = drawing.getBoundingClientRect()
  if (width === 0 || height === 0) return
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const copies = [copy, ...copy.querySelectorAll('*')]
  ;[drawing, ...drawing.querySelectorAll('*')].forEach((element, index) => {
    const style = getComputedStyle(element)
    for (const name of STYLED) copies[index]?.setAttribute(name, style.getPropertyValue(name))
  })
  copy.querySelectorAll('text').forEach((text) => text.remove())
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const address = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }),
  )
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    context.drawImage(image, left, top, width, height)
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Word by word at the positions of the browser's layout, so that lines break as on the screen. */
function paintText(context: CanvasRenderingContext2D, figure: HTMLElement): void {
  const walker = document.createTreeWalker(figure, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (walker.nextNode()) {
    const node = walker.currentNode
    const parent = node.parentElement
    if (!parent || parent.closest(LEFT_OUT)) continue
    const style = getComputedStyle(parent)
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    context.letterSpacing = style.letterSpacing === 'normal' ? '0px' : style.letterSpacing
    context.fillStyle = parent instanceof SVGElement ? style.fill : style.color
    context.textBaseline = 'middle'
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const box = range.getBoundingClientRect()
      context.fillText(word, box.left, box.top + box.height / 2)
    }
  }
}
