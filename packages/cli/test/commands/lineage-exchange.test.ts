import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { main } from '../../src/main.ts'
import { captureEffects } from '../support/captured-effects.ts'

const cwd = join(import.meta.dirname, '../fixtures')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-exchange-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function lineage(...argv: readonly string[]) {
  const captured = captureEffects({ cwd })
  const exitCode = await main(['lineage', ...argv, '--workspace', 'shop'], captured.effects)
  return { exitCode, stdout: captured.stdout(), stderr: captured.stderr() }
}

describe('tributary lineage export', () => {
  test.each([
    ['json', '{"format":"tributary-lineage"'],
    ['csv', 'src_type,src_id,'],
    ['dot', 'digraph lineage {'],
    ['mermaid', 'flowchart LR'],
    ['graphml', '<?xml version="1.0"'],
    ['gexf', '<?xml version="1.0"'],
    ['openlineage', '{"eventTime":'],
  ])('writes %s', async (format, beginning) => {
    const { exitCode, stdout } = await lineage('export', '--format', format)
    expect(exitCode).toBe(0)
    expect(stdout.startsWith(beginning)).toBe(true)
    expect(stdout).toContain('average_sale')
  })

  test('refuses a format that does not exist', async () => {
    const { exitCode, stdout, stderr } = await lineage('export', '--format', 'xls')
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toContain('format is "xls"')
  })
})

describe('tributary lineage import', () => {
  test('keeps the lineage in the folder of --data, where other questions find it', async () => {
    const file = join(folder, 'edges.csv')
    const data = join(folder, 'data')
    await writeFile(
      file,
      'src_type,src_id,dst_type,dst_id\nMETRIC,average_sale,ANALYSIS_VIEW,board\n',
    )
    const taken = await lineage('import', file, '--data', data)
    expect(taken).toMatchObject({ exitCode: 0, stdout: 'csv: 2 assets (+1), 1 edges (+1)\n' })
    const evidence = await lineage(
      'evidence',
      'METRIC',
      'revenue',
      'ANALYSIS_VIEW',
      'board',
      '--data',
      data,
    )
    expect(evidence.stdout).toContain('data flows in 2 steps')
    const difference = await lineage('difference', '2020-01-01', '--data', data)
    expect(difference.stdout).toContain(
      '+ METRIC average_sale → ANALYSIS_VIEW board  COLUMN_IMPACT\n',
    )
    const now = await lineage('METRIC', 'revenue', '--as-of', '2999-01-01', '--data', data)
    expect(now.stdout).toContain('ANALYSIS_VIEW board')
    const then = await lineage('METRIC', 'revenue', '--as-of', '2020-01-01', '--data', data)
    expect(then).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('LINEAGE_UNKNOWN_VERTEX'),
    })
  })

  test('with --json prints what the HTTP API answers', async () => {
    const file = join(folder, 'json.csv')
    await writeFile(file, 'src_type,src_id,dst_type,dst_id\nMETRIC,a,METRIC,b\n')
    const { stdout } = await lineage('import', file, '--json')
    const counts = { vertices: 2, edges: 1, newVertices: 2, newEdges: 1 }
    expect(JSON.parse(stdout)).toMatchObject({ status: 'SUCCESS', format: 'csv', ...counts })
  })

  test('says when nothing is kept', async () => {
    const file = join(folder, 'one.csv')
    await writeFile(file, 'src_type,src_id,dst_type,dst_id\nMETRIC,a,METRIC,b\n')
    const { stdout } = await lineage('import', file)
    expect(stdout).toBe('csv: 2 assets (+2), 1 edges (+1); not saved (pass --data to save it)\n')
  })

  test.each([
    ['difference', '2020-01-01'],
    ['METRIC', 'revenue', '--as-of', '2999-01-01'],
  ])('says that %s needs a folder with a history', async (...words) => {
    expect(await lineage(...words)).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining(
        'The history of the lineage is kept by the service. Pass --data DIR',
      ),
    })
  })

  test.each([['difference', '2020-01-01'], ['METRIC', 'revenue'], ['cycles'], ['export']])(
    'a question about a folder that is not there makes none: %s',
    async (...words) => {
      const data = join(folder, 'typo')
      const { exitCode, stderr } = await lineage(...words, '--data', data)
      expect(exitCode).toBe(1)
      expect(stderr).toContain(`There is no folder ${data}. Pass --data DIR`)
      expect(existsSync(data)).toBe(false)
    },
  )

  test('of a file that is not there, or not what it should be, says so', async () => {
    const missing = await lineage('import', 'no-such-file.json')
    expect(missing.exitCode).toBe(1)
    expect(missing.stderr).toContain('CLI_FILE_UNREADABLE')
    const latin = join(folder, 'latin.csv')
    await writeFile(latin, 'src_type,src_id,dst_type,dst_id\nMETRIC,größe,METRIC,b\n', 'latin1')
    expect((await lineage('import', latin)).stderr).toContain('it is not UTF-8 text')
    const file = join(folder, 'bad.json')
    await writeFile(file, '{"job":{}}')
    const bad = await lineage('import', file)
    expect(bad.stderr).toContain('LINEAGE_INVALID_IMPORT')
    expect(bad.stderr).toContain('job.name must be a text')
  })
})

describe('tributary lineage --with', () => {
  const edges = 'src_type,src_id,dst_type,dst_id\nMETRIC,average_sale,ANALYSIS_VIEW,board\n'
  const question = ['evidence', 'METRIC', 'revenue', 'ANALYSIS_VIEW', 'board']

  test('asks with the lineage of a file, and keeps nothing', async () => {
    const file = join(folder, 'with.csv')
    await writeFile(file, edges)
    const { stdout } = await lineage(...question, '--with', file)
    expect(stdout).toContain('data flows in 2 steps')
    expect((await lineage(...question)).stderr).toContain('LINEAGE_UNKNOWN_VERTEX')
  })

  test('can come before the arguments, and be repeated', async () => {
    const files = ['one.csv', 'two.csv'].map((name) => join(folder, name))
    await writeFile(files[0]!, edges)
    await writeFile(files[1]!, edges.replaceAll('board', 'wall'))
    const both = files.flatMap((file) => ['--with', file])
    const { stdout } = await lineage(...both, 'METRIC', 'average_sale', '--down', '1')
    expect(stdout).toContain('board')
    expect(stdout).toContain('wall')
    expect((await lineage(...both, ...question)).stdout).toContain('data flows in 2 steps')
  })

  test('is not for a folder that keeps lineage', async () => {
    const { exitCode, stderr } = await lineage('cycles', '--with', 'x.csv', '--data', folder)
    expect(exitCode).toBe(2)
    expect(stderr).toContain("'--with <file>' cannot be used with option '--data <dir>'")
  })

  test('reads the columns of a dbt project from its catalog', async () => {
    const dbt = join(import.meta.dirname, '../../../../examples/lineage')
    const project = [join(dbt, 'manifest.json'), '--dbt-catalog', join(dbt, 'catalog.json')]
    const { stdout } = await lineage('import', ...project)
    expect(stdout).toMatch(/^dbt: 17 assets \(\+16\), 18 edges \(\+18\); not saved/)
    const wrong = await lineage('import', join(dbt, 'events.jsonl'), ...project.slice(1))
    expect(wrong.stderr).toContain('dbtCatalog belongs to a dbt manifest')
  })
})
