import { parseArgs } from 'node:util'
import type { TableDriver } from '@tributary/sql'
import { machineLine } from '../measure/machine.ts'
import { ratioText, tableText, timeText } from '../measure/table.ts'
import { findEngines, type MeasuredEngine, multiply } from './engines.ts'
import { type FlightFiles, writeFlightFiles } from './flight-files.ts'
import { type EngineFigures, measure } from './measure.ts'
import { openFiles } from './question.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    times: { type: 'string', default: '1,10' },
  },
})
const TIMES = values.times.split(',').map(Number)
if (TIMES.some((one) => !Number.isInteger(one) || one < 1)) {
  throw new TypeError('--times is a list of whole numbers such as 1,10,30')
}

const say = (line: string): void => void process.stderr.write(`${line}\n`)
const { up, down } = findEngines()
for (const name of down) say(`left out: ${name} is not up ("pnpm engines up ${name}")`)

const files = await writeFlightFiles()
const figures: EngineFigures[] = []
try {
  const local = await openFiles()
  const expected = await local.ask().finally(local.close)
  for (const engine of up) {
    const driver = await engine.open()
    try {
      figures.push(...(await measureAll(engine, driver, { files, expected })))
    } finally {
      await driver.close()
    }
  }
} finally {
  files.remove()
}
process.stdout.write(values.json ? `${JSON.stringify(figures, null, 2)}\n` : report(figures))

async function measureAll(
  engine: MeasuredEngine,
  driver: TableDriver,
  { files, expected }: { files: FlightFiles; expected: Parameters<typeof measure>[2]['expected'] },
): Promise<readonly EngineFigures[]> {
  say(`${engine.name}: loading three million flights`)
  await engine.load(driver, files)
  const all: EngineFigures[] = []
  for (const times of TIMES) {
    await multiply(engine, driver, times)
    say(`${engine.name}: asking about ${times} × 3,000,000`)
    all.push(await measure(engine, driver, { times, expected }))
  }
  return all
}

function report(all: readonly EngineFigures[]): string {
  const processor = (time: number | null) => (time === null ? 'not told' : timeText(time))
  const of = (ours: number | null, byHand: number | null) =>
    ours === null || byHand === null ? '' : ratioText(ours / byHand)
  const rows = all.map(({ engine, rows, bytes, own, ours, byHand }) => [
    ...[engine, rows.toLocaleString('en-US'), bytes.toLocaleString('en-US'), timeText(own)],
    ...[processor(ours.engine), processor(byHand.engine), of(ours.engine, byHand.engine)],
    ...[timeText(ours.wall), timeText(byHand.wall), of(ours.wall, byHand.wall)],
  ])
  const head = [
    ...['engine', 'rows', 'bytes to us', 'our processor'],
    ...['engine', 'by hand', 'ratio', 'wall', 'by hand', 'ratio'],
  ]
  return `${machineLine()}\n\nE5 by three dimensions, the least of three:\n${tableText(head, rows)}\n`
}
