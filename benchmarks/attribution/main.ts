import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArguments } from '../measure/arguments.ts'
import { tellGoals } from '../measure/goals.ts'
import { machineLine } from '../measure/machine.ts'
import { FLIGHTS, salesData } from './bench-data.ts'
import { openChDb } from './chdb-rival.ts'
import { exactSumTimes } from './exact-sums.ts'
import { goalsOf } from './goals.ts'
import { type DataReport, measureData } from './measure-data.ts'
import { goalsText, ownTimesText, timesText } from './report.ts'
import { writingTimes } from './writing.ts'

const folder = mkdtempSync(join(tmpdir(), 'tributary-bench-'))
const { json, sizes } = readArguments('rows')

/** Ten million rows, which the goals speak of, take many times as long: `--rows 1000000,10000000`. */
const DEFAULT_SIZES = [1_000_000]

// A table is printed when it is there.
function show(text: string): void {
  if (!json) process.stdout.write(`${text}\n\n`)
}

async function main(): Promise<void> {
  const machine = machineLine()
  show(machine)
  const chdb = await openChDb(join(folder, 'chdb'))
  const chosen = sizes.length > 0 ? sizes : DEFAULT_SIZES
  const reports: DataReport[] = []
  const sales = chosen.flatMap((rows) => [salesData(rows, true), salesData(rows, false)])
  for (const data of [...sales, FLIGHTS]) {
    const report = await measureData(data, {
      folder,
      chdb,
      onProgress: (one) => show(typeof one === 'string' ? one : timesText(one.name, one.times)),
    })
    show(
      `Loaded from Parquet in ${report.loadSeconds.toFixed(1)} s, ${report.megabytes.toFixed(0)} MB in memory.`,
    )
    reports.push(report)
  }
  const writing = await writingTimes(100_000)
  show(ownTimesText('Contributions and text of a table of 100,000 rows', writing))
  const exact = await exactSumTimes(10_000_000)
  show(ownTimesText('A sum of ten million doubles in DuckDB, two windows and 50 groups', exact))
  const goals = goalsOf(reports, writing)
  show(goalsText(goals))
  tellGoals(goals)
  show(`The run took ${Math.round(performance.now() / 60_000)} minutes.`)
  if (json) {
    process.stdout.write(
      `${JSON.stringify({ machine, reports, writing, exact, goals }, null, 2)}\n`,
    )
  }
}

try {
  await main()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
