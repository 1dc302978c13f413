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

const SALES = ['FILE', 'till.files.sales_csv'] as const
const REVENUE = ['FILE_COLUMN', 'till.files.sales_csv.revenue'] as const

describe('tributary lineage', () => {
  test('evidence shows a shortest way and counts the others', async () => {
    const { exitCode, stdout } = await lineage('evidence', ...SALES, 'METRIC', 'revenue')
    expect(exitCode).toBe(0)
    expect(stdout).toBe(`data flows in 2 steps

     FILE     till.files.sales_csv
  →  DATASET  sales                 TABLE_IMPACT
  →  METRIC   revenue               TABLE_IMPACT

2 paths; 1 shortest path of 2 steps
`)
  })

  test('evidence says when no data flows', async () => {
    const { exitCode, stdout } = await lineage('evidence', 'METRIC', 'revenue', ...SALES)
    expect([exitCode, stdout]).toEqual([0, 'no data flows between them\n'])
  })

  test('impact shows what breaks and what degrades', async () => {
    const { stdout } = await lineage('impact', ...REVENUE, '--columns')
    expect(stdout).toContain('breaks (')
    expect(stdout).toMatch(/DATASET_COLUMN +sales\.revenue +Revenue +1 step +1 of 1 source lost/)
    const whole = await lineage('impact', ...REVENUE)
    expect(whole.stdout).toMatch(/breaks \(0\)\n\n {2}nothing\n\ndegrades/)
    expect(whole.stdout).toMatch(
      /DATASET_COLUMN +sales\.revenue +Revenue +1 step +1 of 2 sources lost/,
    )
  })

  test('single-points lists the single points of failure of an asset', async () => {
    const { stdout } = await lineage('single-points', 'METRIC', 'sale_count')
    expect(stdout).toMatch(/^single points of failure \(2\)/)
    expect(stdout).toMatch(/FILE +till\.files\.sales_csv +sales\.csv/)
  })

  test('loose-ends and cycles show what there is', async () => {
    const ends = await lineage('loose-ends')
    expect(ends.stdout).toMatch(/^unused \(\d+\)/)
    expect(ends.stdout).toContain('unsourced (0)\n\n  nothing\n')
    expect((await lineage('cycles')).stdout).toBe('no cycles\n')
  })

  test.each([
    [['evidence', ...SALES, 'METRIC', 'revenue'], { paths: '2' }],
    [['impact', ...REVENUE], { breaks: [] }],
    [['single-points', 'METRIC', 'sale_count'], { vertexList: [{ vertexId: 'sales' }, {}] }],
    [['loose-ends'], { unsourced: [] }],
    [['cycles'], { cycleList: [] }],
  ])('%s prints with --json what the API answers', async (argv, answer) => {
    const { stdout } = await lineage(...argv, '--json')
    expect(JSON.parse(stdout)).toMatchObject(answer)
  })

  test('an unknown asset is refused with what is near', async () => {
    const { exitCode, stderr } = await lineage('impact', 'METRIC', 'revenu')
    expect(exitCode).toBe(1)
    expect(stderr).toContain('Did you mean "revenue"?')
  })

  test('a question without its asset is wrong usage', async () => {
    expect((await lineage('impact', 'METRIC')).exitCode).toBe(2)
  })
})
