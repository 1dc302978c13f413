import type { Operations } from '@tributary/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPlatform } from '../../../src/create-platform.ts'
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
  await platform.as(await as('boss')).importLineage({ text: IMPORTED, file: 'edges.csv' })
})
afterAll(async () => {
  await platform.close()
  await remove()
})

const as = (authValue: string) =>
  platform.authenticate({ tenantId: 'shop', authType: 'ACCOUNT', authValue })

const FIRST = { vertex_id: 'first', vertex_type: 'METRIC' } as const
const THIRD = { vertex_id: 'third', vertex_type: 'METRIC' } as const
const AROUND = { ...THIRD, input_step: 3, output_step: 3, extras: true }

const THE_PATH = {
  from_id: 'first',
  from_type: 'METRIC',
  to_id: 'third',
  to_type: 'METRIC',
} as const
const ALWAYS = { from: '2000-01-01' }

const QUESTIONS: Readonly<
  Record<string, (operations: Operations) => Promise<{ readonly hidden: number } | null>>
> = {
  evidence: (operations) => operations.lineageEvidence(THE_PATH),
  impact: (operations) => operations.lineageImpact(FIRST),
  'single points': (operations) => operations.lineageSinglePoints(THIRD),
  'loose ends': (operations) => operations.lineageLooseEnds(),
  cycles: (operations) => operations.lineageCycles(),
  difference: (operations) => operations.lineageDifference(ALWAYS),
  'difference around an asset': (operations) =>
    operations.lineageDifference({ ...ALWAYS, ...THIRD, input_step: 1, output_step: 1 }),
  'an asset as of a moment': async (operations) => {
    const { extras, ...data } = await operations.vertexLineage({ ...AROUND, as_of: '2999-01-01' })
    return { ...data, ...extras! }
  },
}

test.each(Object.keys(QUESTIONS))(
  '%s: what a caller may not see is counted, and nothing of it is named',
  async (name) => {
    const ask = async (account: string) => (await QUESTIONS[name]!(platform.as(await as(account))))!
    const seen = await ask('eve')
    expect(seen.hidden).toBeGreaterThan(0)
    expect(JSON.stringify(seen)).not.toContain('secret')
    expect((await ask('boss')).hidden).toBe(0)
  },
)

test('the current neighbourhood of an asset counts hidden assets without naming them', async () => {
  const ask = async (account: string) => platform.as(await as(account)).vertexLineage(AROUND)
  const seen = await ask('eve')
  expect(seen.extras!.hidden).toBeGreaterThan(0)
  expect(JSON.stringify(seen)).not.toContain('secret')
  const all = await ask('boss')
  expect(all.extras!.hidden).toBe(0)
  expect(JSON.stringify(all)).toContain('secret')
})
