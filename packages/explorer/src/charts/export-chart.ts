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
