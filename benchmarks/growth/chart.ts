import type { Point } from './axis.ts'

/** A line of a chart. */
export interface Line {
  readonly name: string
  readonly points: readonly Point[]
  readonly slope: number | null
}

const WIDTH = 340
const HEIGHT = 230
const COLUMNS = 3
const PAD = { left: 56, right: 14, top: 34, bottom: 34 } as const

/** Charts of processor time over size, one a line, all axes logarithmic, as one SVG document. Dashed is linear growth. */
export function chartOf(lines: readonly Line[]): string {
  const rows = Math.ceil(lines.length / COLUMNS)
  const charts = lines.map((line, at) => {
    const [x, y] = [(at % COLUMNS) * WIDTH, Math.floor(at / COLUMNS) * HEIGHT]
    return `<g transform="translate(${x} ${y})">${chartText(line)}</g>`
  })
  const [width, height] = [COLUMNS * WIDTH, rows * HEIGHT]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">
<title>Processor time by size</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${charts.join('\n')}
</svg>
`
}

function chartText({ name, points, slope }: Line): string {
  const x = scaleOf(
    points.map(({ size }) => size),
    PAD.left,
    WIDTH - PAD.right,
  )
  const y = scaleOf(
    points.map(({ time }) => time),
    HEIGHT - PAD.bottom,
    PAD.top,
  )
  const place = ({ size, time }: Point): string =>
    `${x.at(size).toFixed(1)},${y.at(time).toFixed(1)}`
  const last = points.at(-1)!
  const least = Math.max(y.least, (x.least / last.size) * last.time)
  const linear = [{ size: (least / last.time) * last.size, time: least }, last]
  const title = slope === null ? name : `${name}: slope ${slope.toFixed(2)}`
  return [
    `<text x="${PAD.left}" y="20" font-weight="bold">${title}</text>`,
    ...x.ticks.map((tick) => vertical(x.at(tick), countText(tick))),
    ...y.ticks.map((tick) => horizontal(y.at(tick), durationText(tick))),
    `<polyline points="${linear.map(place).join(' ')}" fill="none" stroke="#999" stroke-dasharray="4 3"/>`,
    `<polyline points="${points.map(place).join(' ')}" fill="none" stroke="#1a6" stroke-width="2"/>`,
    ...points.map(
      (point) =>
        `<circle cx="${x.at(point.size).toFixed(1)}" cy="${y.at(point.time).toFixed(1)}" r="3" fill="#1a6"/>`,
    ),
  ].join('')
}

interface Scale {
  readonly least: number
  /** Powers of ten. */
  readonly ticks: readonly number[]
  at(value: number): number
}

/** A logarithmic scale from a power of ten to a power of ten. */
function scaleOf(values: readonly number[], from: number, to: number): Scale {
  const low = Math.floor(Math.log10(Math.min(...values)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))))
  return {
    least: 10 ** low,
    ticks: Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at)),
    at: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
  }
}

function vertical(x: number, text: string): string {
  const bottom = HEIGHT - PAD.bottom
  return `<line x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${PAD.top}" y2="${bottom}" stroke="#eee"/><text x="${x.toFixed(1)}" y="${bottom + 16}" text-anchor="middle">${text}</text>`
}

function horizontal(y: number, text: string): string {
  return `<line x1="${PAD.left}" x2="${WIDTH - PAD.right}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}" stroke="#eee"/><text x="${PAD.left - 6}" y="${(y + 4).toFixed(1)}" text-anchor="end">${text}</text>`
}

function durationText(milliseconds: number): string {
  return milliseconds < 1e3 ? `${countText(milliseconds)} ms` : `${countText(milliseconds / 1e3)} s`
}

function countText(count: number): string {
  if (count >= 1e6) return `${count / 1e6} M`
  if (count >= 1e3) return `${count / 1e3} k`
  return String(Number(count.toPrecision(1)))
}
