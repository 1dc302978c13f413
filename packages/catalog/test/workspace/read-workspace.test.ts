import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CatalogError, loadWorkspace, readWorkspace } from '@tributary/catalog'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FLIGHTS_FOLDER } from '../flights.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-workspace-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

const DATASOURCES = 'datasources: [{ name: here, type: FILES, root: . }]\n'
const DATASETS = `datasets:
  - name: cities
    source: { datasource: here, file: cities.csv }
    columns: [{ name: name, type: VARCHAR }]
`

async function given(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
}

describe('reading a workspace folder', () => {
  test('reads the sample with its data files', async () => {
    const { problems, files } = await readWorkspace(FLIGHTS_FOLDER)
    expect(problems).toEqual([])
    expect(files).toEqual([join(FLIGHTS_FOLDER, 'workspace.yaml')])
  })

  test('merges .yaml and .yml in the order of their names and nothing else', async () => {
    await mkdir(join(folder, 'below.yaml'))
    await given({ 'b.yml': DATASETS, 'a.yaml': `tenant: demo\n${DATASOURCES}`, 'c.txt': 'x: 1' })
    await given({ 'cities.csv': 'name\n' })
    const { workspace, problems, files } = await readWorkspace(folder)
    expect(problems).toEqual([])
    expect(files).toEqual([join(folder, 'a.yaml'), join(folder, 'b.yml')])
    expect(workspace?.datasources[0]).toMatchObject({ type: 'FILES', root: folder })
  })

  test('finds a data file and a folder that are not there', async () => {
    await given({ 'a.yaml': `tenant: demo\n${DATASOURCES}${DATASETS}`, 'citys.csv': '' })
    const { workspace, problems } = await readWorkspace(folder)
    expect(workspace).toBeNull()
    expect(problems).toEqual([
      {
        file: join(folder, 'a.yaml'),
        line: 5,
        column: 39,
        path: 'datasets[0].source.file',
        message: `Expected a data file, found none at ${join(folder, 'cities.csv')}`,
        suggestion: 'did you mean "citys.csv"?',
      },
    ])
    await given({ 'a.yaml': `tenant: demo\n${DATASOURCES.replace('.', 'lost')}${DATASETS}` })
    expect((await readWorkspace(folder)).problems.map((one) => one.path)).toEqual([
      'datasources[0].root',
    ])
  })

  test('looks for no data file outside of the root, which is one mistake and not two', async () => {
    const outside = DATASETS.replace('cities.csv', '../cities.csv')
    await given({ 'a.yaml': `tenant: demo\n${DATASOURCES}${outside}` })
    const { problems } = await readWorkspace(folder)
    expect(problems.map((one) => one.message)).toEqual([
      `Expected a path below the datasource's root, found "../cities.csv"`,
    ])
  })

  test('names every file that cannot be read, and the mistakes of the others', async () => {
    await given({ 'a.yaml': `tenat: demo\n${DATASOURCES}`, 'cities.csv': 'name\n' })
    await writeFile(join(folder, 'b.yaml'), Buffer.from('tenant: demo\n# Größe', 'latin1'))
    await writeFile(join(folder, 'c.yaml'), Buffer.from('\ufefftenant: demo', 'utf16le'))
    await symlink('nowhere', join(folder, 'd.yaml'))
    execFileSync('mkfifo', [join(folder, 'e.yaml')])
    const { workspace, problems } = await readWorkspace(folder)
    expect(workspace).toBeNull()
    expect(
      problems.map(({ file, line, column, message, suggestion }) => [
        `${file.slice(folder.length + 1)}:${line}:${column}`,
        message.replace(folder, ''),
        suggestion,
      ]),
    ).toEqual([
      ['a.yaml:1:1', 'Unknown key "tenat"', 'did you mean "tenant"?'],
      ['b.yaml:2:5', 'Expected text in UTF-8, found the byte 0xF6', 'save the file as UTF-8'],
      ['c.yaml:1:1', 'Expected text in UTF-8, found the byte 0xFF', 'save the file as UTF-8'],
      [
        'd.yaml:1:1',
        "Expected a file that can be read: ENOENT: no such file or directory, stat '/d.yaml'",
        null,
      ],
      ['e.yaml:1:1', 'Expected a file, found a pipe or a device', null],
    ])
  })

  test('passes over links to folders, and reads links to files', async () => {
    await mkdir(join(folder, 'below'))
    await given({ 'workspace.txt': `tenant: demo\n` })
    await symlink('below', join(folder, 'a.yaml'))
    await symlink('workspace.txt', join(folder, 'b.yaml'))
    const { workspace, files } = await readWorkspace(folder)
    expect(workspace?.tenant).toBe('demo')
    expect(files).toEqual([join(folder, 'b.yaml')])
  })

  test('says that a folder is missing or has no workspace in it', async () => {
    const missing = await readWorkspace(join(folder, 'nowhere'))
    expect(missing.problems[0]).toMatchObject({
      line: 1,
      message: expect.stringMatching(/^Expected a folder that can be read/),
    })
    const empty = await readWorkspace(folder)
    expect(empty.problems[0]?.message).toBe('Expected a folder with *.yaml files, found none in it')
  })
})

describe('loading a workspace', () => {
  test('gives the definitions', async () => {
    expect((await loadWorkspace(FLIGHTS_FOLDER)).tenant).toBe('demo')
  })

  test('throws every mistake at once', async () => {
    await given({ 'a.yaml': 'tenat: demo\nmetrics: 5\n' })
    const error = await loadWorkspace(folder).catch((one: CatalogError) => one)
    expect(error).toMatchObject({
      code: 'CATALOG_WORKSPACE_INVALID',
      details: { problems: { length: 2 } },
    })
    expect((error as CatalogError).message).toBe(
      `The workspace has 2 mistakes; nothing was loaded:
${join(folder, 'a.yaml')}:1:1 tenat: Unknown key "tenat" (did you mean "tenant"?)
${join(folder, 'a.yaml')}:2:10 metrics: Expected a list, found 5`,
    )
  })
})
