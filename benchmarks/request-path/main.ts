import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type Profiler, Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlatform } from '@tributary/platform'
import { createApp } from '@tributary/server'
import { readArguments } from '../measure/arguments.ts'
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
  readonly payload?: object
}

const QUESTIONS: readonly Question[] = [
  {
    name: 'E5 time comparison',
    method: 'POST',
    url: '/api/v1/attribution/dim_time_compare',
    payload: {
      metric: 'revenue',
      dimensions: ['shop'],
      filters: ["IN([shop], 'a', 'b')"],
      attribution: {
        attributionCalculateType: 'ALL',
        filters: [],
        currentTimeConstraint: "(DateTrunc([metric_time], 'MONTH') = '2026-06-01')",
        compareTimeConstraint: "(DateTrunc([metric_time], 'MONTH') = '2026-05-01')",
      },
    },
  },
  {
    name: 'E16 lineage of a vertex',
    method: 'GET',
    url: '/api/v1/lineage/queryVertexLineage?vertex_type=METRIC&vertex_id=revenue&input_step=2&output_step=2',
  },
]

/** Asked so often that what is made at the first question is there. */
const WARM = 30

async function main(): Promise<void> {
  const { json } = readArguments('ignored')
  const folder = mkdtempSync(join(tmpdir(), 'tributary-path-'))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  const platform = await createPlatform({
    workspace: folder,
    trustIdentityHeaders: true,
    // The engine is asked each time, as by a question that is new.
    memoryBytes: 0,
  })
  const app = createApp({ platform })
  const headers = { 'tenant-id': 'shop', 'auth-type': 'UID', 'auth-value': 'ann' }
  const ask = async ({ name, ...request }: Question): Promise<void> => {
    const answer = await app.inject({ ...request, headers })
    if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.body}`)
  }
  const followed = []
  for (const question of QUESTIONS) {
    for (let i = 0; i < WARM; i++) await ask(question)
    followed.push({ name: question.name, ...(await callsDuring(() => ask(question))) })
  }
  await app.close()
  await platform.close()
  rmSync(folder, { recursive: true })
  process.stdout.write(json ? `${JSON.stringify(followed)}\n` : `${report(followed)}\n`)
}

/** Which of our files and functions ran. */
interface Followed {
  readonly files: number
  readonly calls: number
  /** Files and calls by package. */
  readonly packages: Readonly<Record<string, readonly [files: number, calls: number]>>
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
  const counted = result.flatMap(({ url, functions }) => {
    const [, of] = /\/packages\/([^/]+)\/(?:src|dist)\//.exec(url) ?? []
    const calls = functions.reduce((sum, one) => sum + callsOf(one), 0)
    return of === undefined || calls === 0 ? [] : [{ of, calls }]
  })
  const byPackage = Map.groupBy(counted, ({ of }) => of)
  return {
    files: counted.length,
    calls: sumOf(counted),
    packages: Object.fromEntries(
      Array.from(byPackage, ([of, some]) => [of, [some.length, sumOf(some)]] as const),
    ),
  }
}

function callsOf({ ranges }: Profiler.FunctionCoverage): number {
  return ranges[0]?.count ?? 0
}

function sumOf(some: readonly { readonly calls: number }[]): number {
  return some.reduce((sum, { calls }) => sum + calls, 0)
}

function report(followed: readonly ({ readonly name: string } & Followed)[]): string {
  const rows = followed.map(({ name, files, calls, packages }) => [
    name,
    String(files),
    String(calls),
    Object.entries(packages)
      .toSorted(([, [, a]], [, [, b]]) => b - a)
      .map(([of, [some, count]]) => `${of} ${some}/${count}`)
      .join(', '),
  ])
  return tableText(['request', 'files', 'calls', 'files/calls by package'], rows)
}

await main()
