import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { atMost, goalsText, tellGoals } from '../measure/goals.ts'
import { machineLine } from '../measure/machine.ts'
import { ratioText, tableText, timeText } from '../measure/table.ts'
import { AXES } from './axes.ts'
import { measurePoint, type Point, slopeOf } from './axis.ts'
import { chartOf, type Line } from './chart.ts'

/** The steepest slope: linear × log has 1.05 to 1.1 at these sizes, and the measure its noise. */
const STEEPEST = 1.15

/**
 * `pnpm bench growth [--json] [--only rows] [--large] [--svg FILE]`: the processor time of one piece of work at growing
 * sizes, the slope of each, and a chart of all in FILE. `--large` goes on to a hundred million rows, ten million groups and
 * edges, and 100,000 definitions.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      large: { type: 'boolean', default: false },
      svg: { type: 'string' },
    },
  })
  const show = (text: string): void => {
    if (!values.json) process.stdout.write(`${text}\n\n`)
  }
  show(machineLine())
  const lines: Line[] = []
  for (const axis of AXES.filter(({ name }) => name.includes(values.only))) {
    const points: Point[] = []
    for (const size of [...axis.sizes, ...(values.large ? axis.largeSizes : [])]) {
      points.push(await measurePoint(axis, size))
    }
    const slope = slopeOf(points)
    lines.push({ name: axis.name, points, slope })
    show(`${axis.name}: ${axis.work}\n\n${pointsText(points)}`)
  }
  const goals = lines.map(({ name, slope }) =>
    atMost(`slope of ${name}`, slope, STEEPEST, (one) => one.toFixed(2)),
  )
  show(goalsText(goals))
  tellGoals(goals)
  if (values.svg !== undefined) await writeFile(values.svg, chartOf(lines))
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ machine: machineLine(), lines, goals }, null, 2)}\n`)
  }
}

function pointsText(points: readonly Point[]): string {
  const rows = points.map(({ size, time }, at) => {
    const before = points[at - 1]
    const growth = before === undefined ? '' : ratioText(time / before.time)
    return [size.toLocaleString('en'), timeText(time), timeText(time / size), growth]
  })
  return tableText(['size', 'processor', 'of one', 'of the size before'], rows)
}

await main()
