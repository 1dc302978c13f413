import { parseWorkspace } from '@tributary/catalog'
import { describe, expect, test } from 'vitest'

/** A dataset with a metric `m0`, and more lines of metrics. */
function workspace(metrics: readonly string[], relations: readonly string[] = []): string {
  return `tenant: shop
datasources: [{ name: local, type: FILES, root: . }]
datasets:
  - name: orders
    source: { datasource: local, file: orders.csv }
    columns: [{ name: customer, type: INT }]
    relations: [${relations.map((name) => `{ name: ${name}, to: customers, on: { customer: id } }`).join(', ')}]
  - name: customers
    source: { datasource: local, file: customers.csv }
    columns: [{ name: id, type: INT }]
metrics:
  - { name: m0, type: ATOMIC, dataset: orders, aggregate: COUNT }
${metrics.map((line) => `  - ${line}`).join('\n')}
`
}

async function problemsOf(text: string): Promise<readonly string[]> {
  const { problems } = await parseWorkspace([{ file: 'workspace.yaml', text }])
  return problems.map(({ line, path, message }) => `${line} ${path} ${message}`)
}

/** Metrics `m1` … `mN`, each made of the one before by `formula`. */
function chain(count: number, formula: (below: string) => string): readonly string[] {
  return Array.from(
    { length: count },
    (_, i) => `{ name: m${i + 1}, type: COMPOSITE, expr: '${formula(`[m${i}]`)}' }`,
  )
}

describe('metrics that stand on metrics', () => {
  test('may be as many as anybody needs', async () => {
    expect(await problemsOf(workspace(chain(99, (below) => `${below} / 2`)))).toEqual([])
    expect(await problemsOf(workspace(chain(9, (below) => `${below} + ${below}`)))).toEqual([])
  })

  test('are refused where they grow beyond a thousand aggregates', async () => {
    const found = await problemsOf(workspace(chain(60, (below) => `${below} + ${below}`)))
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(/^\d+ metrics\[10\]\.name .*at most 1000 aggregates/)
  })

  test('are refused where they are too many levels', async () => {
    const upwards = await problemsOf(workspace(chain(5_000, (below) => `${below} / 2`)))
    expect(upwards).toHaveLength(1)
    expect(upwards[0]).toContain('100 levels')
    const downwards = [...chain(5_000, (below) => `${below} / 2`)].reverse()
    const found = await problemsOf(workspace(downwards))
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found.map((text) => text.replace(/^.*?name /, ''))).size).toBe(1)
  })
})

test('relations are told apart by more than upper and lower case', async () => {
  expect(await problemsOf(workspace([], ['buyer', 'payer']))).toEqual([])
  expect(await problemsOf(workspace([], ['buyer', 'Buyer']))).toEqual([
    '7 datasets[0].relations[1].name The name "Buyer" is already that of the dataset or of another of its relations; upper and lower case count as the same',
  ])
  expect(await problemsOf(workspace([], ['ORDERS']))).toHaveLength(1)
})

test('a second document in a file is a mistake, not lost', async () => {
  const found = await problemsOf(`${workspace([])}---\ntimeZone: UTC\n`)
  expect(found).toHaveLength(1)
  expect(found[0]).toContain('document')
})
