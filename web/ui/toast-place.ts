const CONTROLS = 'a[href], button, input, select, textarea, summary'
/** Content that is read, not pressed: covered only if every other place covers a control or is far away. */
const FACTS = 'dd'
const EDGE = 16
const TOP = 64
const WIDTHS = [360, 300, 240]
const PHONE_PX = 720

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Position of the toasts: distance from the top and from the right, and width. */
interface Place {
  top: number
  right: number
  width: number
  cost: number
}

function isOver(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

interface Below {
  controls: readonly Box[]
  facts: readonly Box[]
}

function visibleBelow(toasts: HTMLElement): Below {
  return { controls: visibleBoxes(toasts, CONTROLS), facts: visibleBoxes(toasts, FACTS) }
}

/** The box of a control, or of a fact's text: the fact's own box is as wide as its column. */
function boxOf(element: Element): DOMRect {
  if (!element.matches(FACTS)) return element.getBoundingClientRect()
  const words = document.createRange()
  words.selectNodeContents(element)
  return words.getBoundingClientRect()
}

/** Boxes of the visible elements, including those under the toasts. */
function visibleBoxes(toasts: HTMLElement, selector: string): Box[] {
  const within = toasts.closest('[role=dialog]') ?? document.body
  return [...within.querySelectorAll(selector)].flatMap((control) => {
    const box = boxOf(control)
    if (box.width === 0 || box.height === 0 || toasts.contains(control)) return []
    const under = document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    const hit = under.find((element) => !toasts.contains(element))
    return hit && (control.contains(hit) || hit.contains(control)) ? [box] : []
  })
}

/** The toasts' own buttons, which take presses from what is below them; measured from the list's corner. */
function ownButtons(list: HTMLElement): Box[] {
  return [...list.querySelectorAll<HTMLElement>('button')].map((button) => {
    let [left, top] = [0, 0]
    for (let part: HTMLElement | null = button; part && part !== list; part = part.offsetParent as HTMLElement | null) {
      left += part.offsetLeft
      top += part.offsetTop
    }
    return { left, top, right: left + button.offsetWidth, bottom: top + button.offsetHeight }
  })
}

/** Minimises, in this order: toast buttons over a control, covered controls, covered facts, distance from the corner. */
function findPlace(list: HTMLElement, { controls, facts }: Below, current: Place | undefined): Place {
  const { clientWidth, clientHeight } = document.documentElement
  const isPhone = clientWidth < PHONE_PX
  let best: Place | undefined
  for (const width of isPhone ? [clientWidth - 2 * EDGE] : WIDTHS) {
    list.style.width = `${width}px`
    const height = list.offsetHeight
    const own = ownButtons(list)
    const coveredAt = (top: number, right: number) => {
      const left = clientWidth - right - width
      const place = { left, top, right: left + width, bottom: top + height }
      const covered = controls.filter((box) => isOver(box, place))
      const hidden = facts.filter((box) => isOver(box, place)).length
      const pressed = covered.filter((box) =>
        own.some((button) =>
          isOver(box, {
            left: left + button.left,
            top: top + button.top,
            right: left + button.right,
            bottom: top + button.bottom,
          }),
        ),
      )
      return pressed.length * 100_000 + covered.length * 1000 + hidden * 150
    }
    const wayTo = (top: number, right: number) => top - TOP + (right - EDGE) + (WIDTHS[0]! - width) / 2
    const lowest = Math.max(TOP, Math.min(clientHeight * 0.6, clientHeight - height - EDGE))
    for (let right = EDGE; right <= (isPhone ? EDGE : clientWidth * 0.4); right += 32) {
      for (let top = TOP; top <= lowest; top += 8) {
        const cost = coveredAt(top, right) + wayTo(top, right)
        if (!best || cost < best.cost) best = { top, right, width, cost }
      }
    }
    // The toasts stay where they are unless the best place covers less.
    if (current?.width === width && best) {
      const covered = coveredAt(current.top, current.right)
      if (covered <= coveredAt(best.top, best.right))
        best = { ...current, cost: covered + wayTo(current.top, current.right) }
    }
  }
  return best ?? { top: TOP, right: EDGE, width: WIDTHS[0]!, cost: 0 }
}

/** A control that a toast covers can be pressed through it: the layer that takes the toast's presses is clipped there. */
function cutHoles(list: HTMLElement, { top, right, width }: Place, controls: readonly Box[]): void {
  const left = document.documentElement.clientWidth - right - width
  for (const toast of list.children) {
    const layer = toast.querySelector<HTMLElement>('.hit')
    if (!(toast instanceof HTMLElement) || !layer) continue
    const [x, y, w, h] = [left + toast.offsetLeft, top + toast.offsetTop, toast.offsetWidth, toast.offsetHeight]
    const holes = controls.filter((box) => isOver(box, { left: x, top: y, right: x + w, bottom: y + h }))
    const path = holes.map(
      (box) => `M${box.left - x} ${box.top - y}H${box.right - x}V${box.bottom - y}H${box.left - x}Z`,
    )
    layer.style.clipPath = holes.length > 0 ? `path(evenodd, "M0 0H${w}V${h}H0Z${path.join('')}")` : ''
  }
}

/**
 * Puts the toasts as near to the top right as possible without covering a control, or where they cover the fewest.
 * @param stay result of the last call, if the toasts are the same: they move only if a control has come under them
 */
export function placeToasts(list: HTMLElement, stay?: Place): Place {
  const below = visibleBelow(list)
  const place = findPlace(list, below, stay)
  list.style.width = `${place.width}px`
  list.style.top = `${place.top}px`
  list.style.right = `${place.right}px`
  cutHoles(list, place, below.controls)
  return place
}
