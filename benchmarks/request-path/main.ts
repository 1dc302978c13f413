import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type Profiler, Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createPlatform } from '@tributary/platform'
import { createApp } from '@tributary/server'
import { tableText } from '../measure/table.ts'

/** Four rows: what a request runs is the way through the code, not work on data. */
const FILES: Readonly<Record<string, string>> = {
  'orders.csv': 'day,shop,amount\n2026-05-01,a,3\n2026-05-02,b,4\n2026-06-01,a,5\n2026-06-02,b,1\n',
  'workspace.yaml': `tenant: shop
accounts:
  - { account: ann, role: OWNER }
datasources:
  - { name: local, type: FILES, root: . }
datasets:
  - name: orders
    source: { datasource: local, file: orders.csv }
    time: { column: day, grain: DAY }
    columns:
      - { name: day, type: DATE }
      - { name: shop, type: VARCHAR }
      - { name: amount, type: BIGINT }
dimensions:
  - { name: shop, dataset: orders, column: shop }
metrics:
  - { name: revenue, type: ATOMIC, dataset: orders, aggregate: SUM, expr: '[amount]' }
`,
}

/** A request whose way is followed. */
interface Question {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** The body when it is asked for the nth time. */
  readonly payload?: (turn: number) => object
}

const QUESTIONS: readonly Question[] = [
  {
    name: 'compareTimes, windows that were asked for before',
    ...attribution(() => ''),
  },
  {
    name: 'compareTimes, windows in words that are new',
    // A space is enough: what is kept of a condition is kept by its text.
    ...attribution((turn) => ' '.repeat(turn + 1)),
  },
  {
    name: 'vertexLineage',
    method: 'GET',
    url: '/api/v1/lineage/queryVertexLineage?vertex_type=METRIC&vertex_id=revenue&input_step=2&output_step=2',
  },
]

function attribution(behind: (turn: number) => string): Omit<Question, 'name'> {
  const month = (start: string, turn: number) =>
    `(DateTrunc([metric_time], 'MONTH') = '${start}')${behind(turn)}`
  return {
    method: 'POST',
    url: '/api/v1/attribution/dim_time_compare',
    payload: (turn) => ({
      metric: 'revenue',
      dimensions: ['shop'],
      attribution: {
        attributionCalculateType: 'ALL',
        filters: [],
        currentTimeConstraint: month('2026-06-01', turn),
        compareTimeConstraint: month('2026-05-01', turn),
      },
    }),
  }
}

/** Asked so often that what is made at the first question is there. */
const WARM = 30

async function main(): Promise<void> {
  const { values: options } = parseArgs({
    options: { json: { type: 'boolean' }, functions: { type: 'string', default: '0' } },
  })
  const listed = Number(options.functions)
  if (!Number.isInteger(listed) || listed < 0) {
    throw new TypeError('--functions is a whole number: how many functions and files to list')
  }
  const folder = mkdtempSync(join(tmpdir(), 'tributary-path-'))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  const platform = await createPlatform({
    workspace: folder,
    trustIdentityHeaders: true,
    // The engine is asked each time, as by a question that is new.
    memoryBytes: 0,
  })
  const app = createApp({ platform, accountRateLimit: 'off' })
  const headers = { 'tenant-id': 'shop', 'auth-type': 'UID', 'auth-value': 'ann' }
  const ask = async ({ name, method, url, payload }: Question, turn: number): Promise<void> => {
    const answer = await app.inject({
      method,
      url,
      ...(payload && { payload: payload(turn) }),
      headers,
    })
    if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.body}`)
  }
  const followed = []
  for (const question of QUESTIONS) {
    for (let i = 0; i < WARM; i++) await ask(question, i)
    followed.push({ name: question.name, ...(await callsDuring(() => ask(question, WARM))) })
  }
  await app.close()
  await platform.close()
  rmSync(folder, { recursive: true })
  process.stdout.write(`${options.json ? JSON.stringify(followed) : report(followed, listed)}\n`)
}

/** Which of our files and functions ran. */
interface Followed {
  readonly files: number
  readonly calls: number
  /** Files and calls by package. */
  readonly packages: Readonly<Record<string, readonly [files: number, calls: number]>>
  /** Each file with its calls, the most called first. */
  readonly byFile: readonly Counted[]
  /** Each function with its calls, the most called first. */
  readonly byFunction: readonly Counted[]
}

/** How often something ran. */
interface Counted {
  readonly name: string
  readonly calls: number
}

/** V8's precise coverage counts every call of a function, whatever the optimiser does with it. */
async function callsDuring(work: () => Promise<void>): Promise<Followed> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await session.post('Profiler.takePreciseCoverage')
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  const ran = result.flatMap(({ url, functions }) => {
    const [, path] = /\/packages\/([^/]+\/(?:src|dist)\/.*)$/.exec(url) ?? []
    const called = functions.filter((one) => callsOf(one) > 0)
    return path === undefined || called.length === 0 ? [] : [{ path, url, called }]
  })
  const byFile = ran.map(({ path, called }) => ({
    name: path,
    calls: called.reduce((sum, one) => sum + callsOf(one), 0),
  }))
  const packages = Map.groupBy(byFile, ({ name }) => name.slice(0, name.indexOf('/')))
  return {
    files: byFile.length,
    calls: sumOf(byFile),
    packages: Object.fromEntries(
      Array.from(packages, ([of, some]) => [of, [some.length, sumOf(some)]] as const),
    ),
    byFile: byFile.toSorted(mostCalledFirst),
    byFunction: ran.flatMap(functionsOf).toSorted(mostCalledFirst),
  }
}

function callsOf({ ranges }: Profiler.FunctionCoverage): number {
  return ranges[0]?.count ?? 0
}

/** The functions of a file by place and name; one without a name shows how it begins. */
function functionsOf(file: {
  readonly path: string
  readonly url: string
  readonly called: readonly Profiler.FunctionCoverage[]
}): readonly Counted[] {
  // Node blanks types out, so that offsets are those of the file.
  const text = readFileSync(fileURLToPath(file.url), 'utf8')
  return file.called.map((one) => {
    const start = one.ranges[0]?.startOffset ?? 0
    const line = text.slice(0, start).split('\n').length
    const name = one.functionName || (text.slice(start, start + 60).split('\n')[0] ?? '')
    return { name: `${file.path}:${line} ${name}`, calls: callsOf(one) }
  })
}

function sumOf(some: readonly Counted[]): number {
  return some.reduce((sum, { calls }) => sum + calls, 0)
}

function mostCalledFirst(a: Counted, b: Counted): number {
  return b.calls - a.calls
}

type Named = Followed & { readonly name: string }

function report(followed: readonly Named[], listed: number): string {
  const rows = followed.map(({ name, files, calls, packages }) => [
    name,
    String(files),
    String(calls),
    Object.entries(packages)
      .toSorted(([, [, a]], [, [, b]]) => b - a)
      .map(([of, [some, count]]) => `${of} ${some}/${count}`)
      .join(', '),
  ])
  const summary = tableText(['request', 'files', 'calls', 'files/calls by package'], rows)
  return [summary, ...(listed === 0 ? [] : followed.flatMap((one) => lists(one, listed)))].join(
    '\n\n',
  )
}

/** The tables of `--functions`. */
function lists({ name, byFunction, byFile }: Named, listed: number): readonly string[] {
  const rows = (some: readonly Counted[]) =>
    some.slice(0, listed).map((one) => [one.name, String(one.calls)])
  return [
    tableText([`functions of ${name}`, 'calls'], rows(byFunction)),
    tableText([`files of ${name}`, 'calls'], rows(byFile)),
  ]
}

await main()
