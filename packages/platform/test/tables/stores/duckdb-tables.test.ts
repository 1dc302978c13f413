import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { openMaterialTables, toTablesPath } from '../../../src/tables/stores/table-stores.ts'
import { emptyWorkspace } from '../../support/work.ts'
import { testTables } from '../support/tables-suite.ts'

const made: string[] = []
afterEach(async () => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function place(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-tables-'))
  made.push(folder)
  return folder
}

describe('tables beside the embedded store', () => {
  testTables(async () => {
    const folder = await place()
    return {
      isShared: false,
      open: (workspace) => openMaterialTables({ place: folder, tenant: 'shop', workspace }),
    }
  })

  test('are in a separate file for each tenant, even on file systems that ignore case', () => {
    const paths = ['a', 'A', '+a', 'a-b', 'a_b'].map((tenant) => toTablesPath('/s', tenant))
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length - 1)
    expect(toTablesPath(undefined, 'a')).toBe(':memory:')
  })

  test('are no file before something is written', async () => {
    const folder = await place()
    const tables = openMaterialTables({
      place: folder,
      tenant: 't',
      workspace: emptyWorkspace,
    })
    expect(await tables.state(['tributary', 't', 'x'])).toBeNull()
    await tables.drop(['tributary', 't', 'x'])
    expect(await readdir(folder)).toEqual([])
    await tables.begin({ id: 1, attempt: 1 })
    expect(await readdir(folder)).toEqual(['tributary.sqlite.tables'])
    await tables.close()
  })

  test('that cannot be opened say so, and open when they can', async () => {
    const folder = await place()
    await writeFile(join(folder, 'tributary.sqlite.tables'), 'in the way')
    const tables = openMaterialTables({ place: folder, tenant: 't', workspace: emptyWorkspace })
    await expect(tables.begin({ id: 1, attempt: 1 })).rejects.toThrow()
    await rm(join(folder, 'tributary.sqlite.tables'))
    await tables.begin({ id: 1, attempt: 1 })
    expect(await tables.state(['tributary', 't', 'x'])).toBeNull()
    await tables.close()
  })
})
