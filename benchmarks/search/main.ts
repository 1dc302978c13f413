import { createCatalog, parseWorkspace } from '@tributary/catalog'
import { catalogEntries, createTextIndex, type TextIndex } from '@tributary/catalog/internal'
import { runToEnd, type SlicedWork } from '@tributary/core/internal'
import { readArguments } from '../measure/arguments.ts'
import { machineLine } from '../measure/machine.ts'
import { tableText, timeText } from '../measure/table.ts'

const FIRST =
  'gross net average daily weekly late early paid open closed returned active old new total'.split(
    ' ',
  )
const SECOND =
  'sales orders flights delay revenue margin customers visits tickets refunds seats cargo'.split(
    ' ',
  )
const THIRD = 'amount count rate ratio share growth index score value minutes'.split(' ')

const QUESTIONS = [
  'late_delay_rate_7',
  'late',
  'l',
  'delay',
  'late delay rate',
  'reveneu',
  'laet dealy',
  'netsales',
  'finance department',
  'the finance department of branch 12 counts',
  'zzzzqqqq',
]

const { json, sizes } = readArguments('metrics')
const [metrics = 100_000] = sizes
const { index, build, longest } = buildIndex(metrics)
for (const question of QUESTIONS) measure(index, question)
const rows = QUESTIONS.map((question) => ({ question, ...measure(index, question) }))
if (json) {
  process.stdout.write(`${JSON.stringify({ machine: machineLine(), build, longest, rows })}\n`)
} else {
  const count = (number: number) => number.toLocaleString('en')
  process.stdout.write(
    [
      machineLine(),
      '',
      `The index of ${count(metrics)} metrics: ${timeText(build)}, its longest slice ${timeText(longest)}.`,
      '',
      tableText(
        ['question', 'found', 'time'],
        rows.map(({ question, found, time }) => [question, count(found), timeText(time)]),
      ),
      '',
    ].join('\n'),
  )
}

function textOf(i: number): string {
  const of = (words: readonly string[], each: number) => words[Math.floor(i / each) % words.length]!
  const [a, b, c] = [of(FIRST, 1), of(SECOND, 15), of(THIRD, 180)]
  const group = Math.floor(i / 1_800)
  const rest = `in region ${group}, as the finance department of branch ${i % 977} counts it`
  return `  - { name: ${a}_${b}_${c}_${group}, displayName: '${a} ${b} ${c} (${group})', description: 'The ${c} of ${a} ${b} ${rest}.', type: ATOMIC, dataset: rows, aggregate: COUNT }\n`
}

function buildIndex(metrics: number) {
  const text = `tenant: large
datasources: [{ name: local, type: FILES, root: . }]
datasets: [{ name: rows, source: { datasource: local, file: rows.csv }, columns: [{ name: a, type: INT }] }]
metrics:
${Array.from({ length: metrics }, (_, i) => textOf(i)).join('')}`
  const { workspace, problems } = parseWorkspace([{ file: 'large.yaml', text }])
  if (workspace === null) throw new Error(problems[0]?.message)
  const catalog = createCatalog(workspace)
  let longest = 0
  const start = performance.now()
  const work = indexOf()
  for (;;) {
    const began = performance.now()
    const step = work.next()
    longest = Math.max(longest, performance.now() - began)
    if (step.done === true) return { index: step.value, build: performance.now() - start, longest }
  }

  function* indexOf(): SlicedWork<TextIndex> {
    return yield* createTextIndex(yield* catalogEntries(catalog))
  }
}

/** The median of fifteen searches. */
function measure(index: TextIndex, question: string): { found: number; time: number } {
  let found = 0
  const times = Array.from({ length: 15 }, () => {
    const start = performance.now()
    const groups = runToEnd(index.search(question))
    const time = performance.now() - start
    found = [...groups.values()].reduce((sum, { length }) => sum + length, 0)
    return time
  })
  return { found, time: times.toSorted((a, b) => a - b)[7]! }
}
