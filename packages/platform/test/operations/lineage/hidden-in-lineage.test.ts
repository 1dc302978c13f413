import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPlatform } from '../../../src/create-platform.ts'
import type { LineageAnswers } from '../../../src/operations/lineage/lineage-answers.ts'
import type { Platform } from '../../../src/platform.ts'
import { folderOf } from '../../support/shop.ts'

/** `eve` may use three metrics, which feed one another, and nothing else; what she may not use is called secret. */
const FILES = {
  'secret.csv': 'day,secret_column\n2024-05-01,10\n',
  'workspace.yaml': `tenant: shop
accounts:
  - { account: boss, role: OWNER }
  - { account: eve }
grants:
  - { account: eve, role: USAGER, metric: first }
  - { account: eve, role: USAGER, metric: second }
  - { account: eve, role: USAGER, metric: third }
datasources: [{ name: secret_files, type: FILES, root: . }]
datasets:
  - name: secret_orders
    source: { datasource: secret_files, file: secret.csv }
    time: { column: day, grain: DAY }
    columns: [{ name: day, type: DATE }, { name: secret_column, type: BIGINT }]
metrics:
  - { name: first, type: ATOMIC, dataset: secret_orders, aggregate: COUNT }
  - { name: secret_weight, type: ATOMIC, dataset: secret_orders, aggregate: SUM, expr: '[secret_column]' }
  - { name: second, type: COMPOSITE, expr: '[first] * 2' }
  - { name: third, type: COMPOSITE, expr: '[second] + [secret_weight]' }
`,
}

/** A cycle of what may be seen, and an asset that may not be. */
const IMPORTED = `src_type,src_id,dst_type,dst_id
METRIC,third,METRIC,first
METRIC,third,ANALYSIS_VIEW,secret_board
`

let platform: Platform
let remove: () => Promise<void>
beforeAll(async () => {
  const made = await folderOf(FILES)
  remove = made.remove
  platform = await createPlatform({ workspace: made.folder, trustIdentityHeaders: true })
  await platform.lineage(await as('boss')).import({ text: IMPORTED, file: 'edges.csv' })
})
afterAll(async () => {
  await platform.close()
  await remove()
})

const as = (authValue: string) =>
  platform.authenticate({ tenantId: 'shop', authType: 'ACCOUNT', authValue })

const FIRST = { vertexId: 'first', vertexType: 'METRIC' } as const
const THIRD = { vertexId: 'third', vertexType: 'METRIC' } as const
const AROUND = { ...THIRD, inputStep: 3, outputStep: 3, extras: true }

const QUESTIONS: Readonly<
  Record<string, (lineage: LineageAnswers) => Promise<{ readonly hidden: number } | null>>
> = {
  evidence: (lineage) => lineage.evidence(FIRST, THIRD),
  impact: (lineage) => lineage.impact(FIRST),
  'single points': (lineage) => lineage.singlePoints(THIRD),
  'loose ends': (lineage) => lineage.looseEnds(),
  cycles: (lineage) => lineage.cycles(),
  difference: (lineage) => lineage.difference({ from: '2000-01-01' }),
  'difference around an asset': (lineage) =>
    lineage.difference({ from: '2000-01-01', around: { ...THIRD, inputStep: 1, outputStep: 1 } }),
  'an asset as of a moment': async (lineage) => {
    const { extras, ...data } = await lineage.vertexAsOf(AROUND, '2999-01-01')
    return { ...data, ...extras! }
  },
}

test.each(Object.keys(QUESTIONS))(
  '%s: what a caller may not see is counted, and nothing of it is named',
  async (name) => {
    const ask = async (account: string) =>
      (await QUESTIONS[name]!(platform.lineage(await as(account))))!
    const seen = await ask('eve')
    expect(seen.hidden).toBeGreaterThan(0)
    expect(JSON.stringify(seen)).not.toContain('secret')
    expect((await ask('boss')).hidden).toBe(0)
  },
)

test('the neighbourhood of an asset, now: the same', async () => {
  const ask = async (account: string) => platform.vertexLineage(await as(account), AROUND)
  const seen = await ask('eve')
  expect(seen.extras!.hidden).toBeGreaterThan(0)
  expect(JSON.stringify(seen)).not.toContain('secret')
  const all = await ask('boss')
  expect(all.extras!.hidden).toBe(0)
  expect(JSON.stringify(all)).toContain('secret')
})
