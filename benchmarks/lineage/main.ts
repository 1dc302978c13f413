import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArguments } from '../measure/arguments.ts'
import { type Goal, tellGoals } from '../measure/goals.ts'
import { machineLine } from '../measure/machine.ts'
import { goalsOf } from './goals.ts'
import { measureSize, type SizeReport } from './measure-size.ts'
import { costsText, goalsText, queriesText } from './report.ts'

const { json, sizes } = readArguments('edges')

// A run takes many minutes: a table is printed when it is there.
function show(text: string): void {
  if (!json) process.stdout.write(`${text}\n\n`)
}

const machine = machineLine()
show(machine)
const folder = mkdtempSync(join(tmpdir(), 'tributary-bench-'))
const reports: (SizeReport & { readonly goals: readonly Goal[] })[] = []
try {
  for (const edges of sizes.length > 0 ? sizes : [100_000, 2_000_000]) {
    const report = await measureSize(edges, folder, (queries) => show(queriesText(queries)))
    show(costsText(report))
    const goals = goalsOf(report)
    show(goalsText(goals, report.edges))
    reports.push({ ...report, goals })
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (json) process.stdout.write(`${JSON.stringify({ machine, reports }, null, 2)}\n`)
tellGoals(
  reports.flatMap(({ goals, edges }) =>
    goals.map((goal) => ({ ...goal, what: `${edges.toLocaleString('en')} edges, ${goal.what}` })),
  ),
)
