import { readArguments } from '../measure/arguments.ts'
import { interleave, type Timing } from '../measure/interleave.ts'
import { machineLine } from '../measure/machine.ts'
import { ratioText, tableText, timeText } from '../measure/table.ts'
import { compileTimes } from './compiling.ts'
import { corpusCase, predicateCases } from './parsing.ts'

const { json } = readArguments('rows')

const [corpus] = await interleave([corpusCase()], { rounds: 25 })
const predicate = await interleave(await predicateCases(), { rounds: 15 })
const compiling = compileTimes(20_000)
const compileMedian = compiling[compiling.length >> 1]!

if (json) {
  const report = { machine: machineLine(), corpus, predicate, compile: { median: compileMedian } }
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
    ].join('\n'),
  )
}
