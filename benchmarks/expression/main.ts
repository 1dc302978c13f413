import { readArguments } from '../measure/arguments.ts'
import { atLeast, atMost, tellGoals } from '../measure/goals.ts'
import { interleave, type Timing } from '../measure/interleave.ts'
import { machineLine } from '../measure/machine.ts'
import { ratioText, tableText, timeText } from '../measure/table.ts'
import { compileTimes } from './compiling.ts'
import { filteringCases } from './filtering.ts'
import { corpusCase, predicateCases } from './parsing.ts'

const { json, sizes } = readArguments('rows')
const rows = sizes[0] ?? 1_000_000

const [corpus] = await interleave([corpusCase()], { rounds: 25 })
const predicate = await interleave(await predicateCases(), { rounds: 15 })
const compiling = compileTimes(20_000)
const compileMedian = compiling[compiling.length >> 1]!
const filtering = await interleave(await filteringCases(rows), { rounds: 25, warmUp: 20 })

if (json) {
  const compile = { median: compileMedian }
  const report = { machine: machineLine(), corpus, predicate, compile, rows, filtering }
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
} else {
  const perSecond = (timing: Timing) => `${(1e-3 / timing.median).toFixed(3)} M/s`
  const [ours] = predicate
  process.stdout.write(
    [
      machineLine(),
      '',
      `Parsing the corpus of eight: ${perSecond(corpus!)}`,
      '',
      'Parsing one predicate, each in its own words:',
      tableText(
        ['parser', 'median', 'expressions', 'of ours'],
        predicate.map((one) => [
          one.name,
          timeText(one.median),
          perSecond(one),
          ratioText(one.median / ours!.median),
        ]),
      ),
      '',
      `From text to SQL (parse, check, compile): ${timeText(compileMedian)} in the median`,
      '',
      `Counting the rows of ${rows.toLocaleString('en')} that pass it, ${filtering[0]!.samples} runs each:`,
      tableText(
        ['engine', 'median', 'best', 'of ours'],
        filtering.map((one) => [
          one.name,
          timeText(one.median),
          timeText(one.best),
          ratioText(one.median / filtering[0]!.median),
        ]),
      ),
      '',
    ].join('\n'),
  )
}

const millions = (figure: number): string => `${figure.toFixed(3)} M/s`
/** The best time of a rival as times of ours; null where it was not measured. */
function againstOurs(times: readonly Timing[], rival: string): number | null {
  const theirs = times.filter(({ name }) => name.startsWith(rival)).map(({ median }) => median)
  return theirs.length === 0 ? null : Math.min(...theirs) / times[0]!.median
}
tellGoals([
  atLeast('the corpus parsed', 1e-3 / corpus!.median, 0.5, millions),
  atLeast('a predicate parsed, @marcbachmann/cel-js', againstOurs(predicate, '@marcbachmann'), 1.2),
  atMost('from text to SQL', compileMedian, 0.015),
  atLeast('rows filtered, DuckDB on one thread', againstOurs(filtering, 'DuckDB'), 5),
  atLeast('rows filtered, arquero', againstOurs(filtering, 'arquero'), 10),
])
