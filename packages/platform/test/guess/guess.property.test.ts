import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readWorkspace } from '@tributary/catalog'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPlatform } from '../../src/create-platform.ts'
import { inspectFiles } from '../../src/guess/inspect-files.ts'
import { writeGuess } from '../../src/guess/write-guess.ts'

let home: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'tributary-guess-'))
})

afterAll(() => rm(home, { recursive: true, force: true }))

const headers = fc.oneof(
  fc.constantFrom(
    'id',
    'customer_id',
    'Order Date',
    'day',
    'année',
    '价格',
    'select',
    'metric_time',
    'x__month',
    "it's",
    '[a]',
    'a/b',
    '',
    'Price',
    'zip',
    'Umsatz €',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !/\p{Cc}/u.test(text)),
)

const columns = fc.oneof(
  fc.array(fc.integer().map(String), { minLength: 3, maxLength: 3 }),
  fc.array(fc.constantFrom('2024-01-01', '2024-02-01', '2024-03-01'), {
    minLength: 3,
    maxLength: 3,
  }),
  fc.array(fc.constantFrom('31.01.2024', '01.02.2024', '5.3.2023'), { minLength: 3, maxLength: 3 }),
  fc.array(fc.constantFrom('1,50', '2.000,75', '3'), { minLength: 3, maxLength: 3 }),
  fc.array(fc.constantFrom('', 'NA', '1.5', 'true'), { minLength: 3, maxLength: 3 }),
  fc.array(
    fc.string({ unit: 'grapheme', maxLength: 6 }).filter((text) => !/\p{Cc}/u.test(text)),
    { minLength: 3, maxLength: 3 },
  ),
)

const table = fc.array(fc.tuple(headers, columns), { minLength: 1, maxLength: 6 })

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

function csvOf(cells: readonly (readonly [string, readonly string[]])[]): string {
  const lines = [
    cells.map(([name]) => name),
    ...[0, 1, 2].map((i) => cells.map(([, values]) => values[i]!)),
  ]
  return lines.map((line) => line.map(quoted).join(';')).join('\n')
}

test('whatever files are given, the workspace that is written is right, and each of its metrics can be asked', async () => {
  let turn = 0
  await fc.assert(
    fc.asyncProperty(fc.array(table, { minLength: 1, maxLength: 3 }), async (tables) => {
      const root = join(home, String(turn++))
      const folder = join(root, 'workspace')
      await mkdir(folder, { recursive: true })
      for (const [i, one] of tables.entries())
        await writeFile(join(root, `t${'abc'[i]}.csv`), csvOf(one))
      const files = (await readdir(root)).filter((name) => name.endsWith('.csv'))
      const inspection = await inspectFiles({ tenant: 'demo', root, files, onProgress: () => {} })
      for (const { file, text } of writeGuess(inspection, folder)) await writeFile(file, text)
      const { workspace, problems } = await readWorkspace(folder)
      expect(problems).toEqual([])
      if (inspection.unread.length === 0) expect(workspace?.datasets).toHaveLength(tables.length)
      const platform = await createPlatform({ workspace: workspace!, trustIdentityHeaders: true })
      try {
        const caller = await platform.authenticate({
          tenantId: 'demo',
          authType: 'ACCOUNT',
          authValue: 'owner',
        })
        for (const metric of workspace!.metrics) {
          const dataset = workspace!.datasets.find(
            (one) => 'dataset' in metric && one.name === metric.dataset,
          )
          if (dataset?.time == null) continue
          const answer = await platform.as(caller).compareTimes({
            metric: metric.name,
            dimensions: ['metric_time'],
            attribution: {
              attributionCalculateType: 'ALL',
              currentTimeConstraint: '[metric_time] >= "2024-02-01"',
              compareTimeConstraint: '[metric_time] < "2024-02-01"',
              filters: [],
            },
          })
          expect(answer).toBeDefined()
        }
      } finally {
        await platform.close()
      }
    }),
    { numRuns: 10 },
  )
})
