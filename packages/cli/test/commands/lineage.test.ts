import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../src/main.ts'
import { captureEffects } from '../support/captured-effects.ts'

const cwd = join(import.meta.dirname, '../fixtures')

async function lineage(...argv: readonly string[]) {
  const captured = captureEffects({ cwd })
  const exitCode = await main(['lineage', ...argv, '--workspace', 'shop'], captured.effects)
  return { exitCode, stdout: captured.stdout(), stderr: captured.stderr() }
}

describe('tributary lineage', () => {
  test('prints where a metric comes from and what uses it', async () => {
    const { exitCode, stdout } = await lineage('METRIC', 'revenue')
    expect(exitCode).toBe(0)
    expect(stdout).toBe(`comes from (3 steps upstream)

  METRIC revenue  Revenue
  ├─ DATASET sales  Sales
  │  └─ FILE till.files.sales_csv  sales.csv
  └─ DATASET_COLUMN sales.revenue  Revenue
     ├─ DATASET sales  Sales …
     └─ FILE_COLUMN till.files.sales_csv.revenue  revenue

is used by (3 steps downstream)

  METRIC revenue  Revenue
  └─ METRIC average_sale  Average sale
`)
  })

  test('prints one direction only when the other has no steps', async () => {
    const { stdout } = await lineage('METRIC', 'revenue', '--up', '0', '--down', '1')
    expect(stdout).not.toContain('upstream')
    expect(stdout).toContain('(1 step downstream)')
  })

  test('prints with --json what the API answers', async () => {
    const { stdout } = await lineage('DIMENSION', 'channel', '--up', '1', '--json')
    const answer = JSON.parse(stdout)
    expect(answer.vertexList[0]).toMatchObject({ vertexType: 'DIMENSION', vertexId: 'channel' })
    expect(answer.edgeList).toEqual([
      {
        srcVertex: { vertexType: 'DATASET_COLUMN', vertexId: 'sales.channel' },
        dstVertex: { vertexType: 'DIMENSION', vertexId: 'channel' },
        edgeType: 'COLUMN_IMPACT',
      },
    ])
  })

  test.each([
    ['METRIC', 'zzz', 1, 'for example: METRIC revenue', 'LINEAGE_UNKNOWN_VERTEX'],
    ['DATASET_COLUMN', 'zzz', 1, 'for example: DATASET_COLUMN ', 'LINEAGE_UNKNOWN_VERTEX'],
    ['METRIC', 'revenu', 1, 'Did you mean "revenue"?', 'LINEAGE_UNKNOWN_VERTEX'],
    ['METRICS', 'revenue', 2, 'Expected one of FILE,', 'Did you mean METRIC?'],
  ])('refuses %s %s and says what is possible', async (type, id, code, sentence, more) => {
    const { exitCode, stdout, stderr } = await lineage(type, id)
    expect([exitCode, stdout]).toEqual([code, ''])
    expect(stderr).toContain(sentence)
    expect(stderr).toContain(more)
  })
})
