const STYLED = [
  'fill',
  'stroke',
  'stroke-width',
  'font-family',
  'font-size',
  'font-weight',
  'opacity',
  'text-anchor',
  'dominant-baseline',
]

/** A chart as an SVG file of its own: the computed styles are written into a copy. */
export function svgFile(chart: SVGSVGElement): Blob {
  const copy = chart.cloneNode(true) as SVGSVGElement
  const originals = [chart, ...chart.querySelectorAll('*')]
  const copies = [copy, ...copy.querySelectorAll('*')]
  originals.forEach((original, at) => {
    const style = getComputedStyle(original)
    const target = copies[at]!
    for (const name of STYLED) target.setAttribute(name, style.getPropertyValue(name))
    target.removeAttribute('class')
  })
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' })
}

/** Lets the person save a file. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

const PNG_SCALE = 2

/** A chart as a picture of twice its size, on the ground of the page. */
export async function pngFile(chart: SVGSVGElement): Promise<Blob> {
  const address = URL.createObjectURL(svgFile(chart))
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    const { width, height } = chart.getBoundingClientRect()
    const canvas = new OffscreenCanvas(width * PNG_SCALE, height * PNG_SCALE)
    const context = canvas.getContext('2d')!
    context.fillStyle = findBackgroundColor(chart)
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return await canvas.convertToBlob({ type: 'image/png' })
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** The colour behind an element: that of the nearest one around it that has one. */
function findBackgroundColor(element: Element): string {
  const color = getComputedStyle(element).backgroundColor
  const isClear = color === 'rgba(0, 0, 0, 0)' || color === 'transparent'
  return isClear && element.parentElement !== null
    ? findBackgroundColor(element.parentElement)
    : color
}
