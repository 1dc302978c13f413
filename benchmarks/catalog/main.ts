import { readArguments } from '../measure/arguments.ts'
import { atMost, tellGoals } from '../measure/goals.ts'
import { machineLine } from '../measure/machine.ts'
import { tableText, timeText } from '../measure/table.ts'
import { type CatalogFigures, measureCatalog } from './measure-catalog.ts'

const { json, sizes } = readArguments('metrics')
const figures: CatalogFigures[] = []
for (const metrics of sizes.length > 0 ? sizes : [1_000, 10_000, 100_000]) {
  figures.push(await measureCatalog(metrics))
}

if (json) {
  process.stdout.write(`${JSON.stringify({ machine: machineLine(), figures }, null, 2)}\n`)
} else {
  const count = (number: number) => number.toLocaleString('en')
  process.stdout.write(
    [
      machineLine(),
      '',
      'A tenant on the embedded store, by its number of metrics:',
      tableText(
        [
          'metrics',
          'read files',
          'apply',
          'apply ten',
          'start',
          'to lineage',
          'resolve',
          'suggest',
          'memory',
        ],
        figures.map((one) => [
          count(one.metrics),
          timeText(one.read),
          timeText(one.apply),
          timeText(one.applyTen),
          timeText(one.start),
          timeText(one.lineage),
          timeText(one.resolve),
          timeText(one.suggest),
          `${count(one.memory)} MB`,
        ]),
      ),
      '',
      ...growthLines(),
      '',
    ].join('\n'),
  )
}

const largest = figures.find(({ metrics }) => metrics === 100_000)
if (largest !== undefined) {
  tellGoals([
    atMost('100,000 metrics applied', largest.apply, 60_000),
    atMost('100,000 metrics, start', largest.start, 5_000),
    atMost('100,000 metrics, a suggestion', largest.suggest, 10),
  ])
}

/** Between each size and the one before it: how many times as many metrics, and how many times as long. */
function growthLines(): readonly string[] {
  return figures.slice(1).map((one, i) => {
    const before = figures[i]!
    const times = (pick: (of: CatalogFigures) => number): string =>
      `${(pick(one) / pick(before)).toPrecision(3)}×`
    return `${times((of) => of.metrics)} metrics: read ${times((of) => of.read)}, apply ${times((of) => of.apply)}, apply ten ${times((of) => of.applyTen)}, start ${times((of) => of.start)}; of ten changed definitions ${one.touched} were touched`
  })
}
