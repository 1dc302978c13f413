import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { RandomWorkspace } from './random-workspace.ts'
import { printCsv, type Table } from './rows.ts'

/** The folders of two worlds: one limits the rows of `joe`, in the other there are no more rows than `joe` sees. */
export interface Worlds {
  readonly limited: string
  readonly visible: string
}

/** Writes a workspace twice: with its row condition and all rows, and without it and with the visible rows. */
export async function writeWorlds(folder: string, workspace: RandomWorkspace): Promise<Worlds> {
  const worlds = { limited: join(folder, 'limited'), visible: join(folder, 'visible') }
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    for (const [world, text] of [
      ['limited', workspace.limited],
      ['visible', workspace.unlimited],
    ] as const) {
      await mkdir(worlds[world], { recursive: true })
      await writeFile(join(worlds[world], 'workspace.yaml'), text)
      for (const file of workspace.files) {
        const table = world === 'limited' ? file.table : file.visible
        const path = join(worlds[world], file.name)
        if (file.name.endsWith('.csv')) {
          await writeFile(path, printCsv(table))
          continue
        }
        const csv = `${path}.csv`
        await writeFile(csv, printCsv(table))
        await connection.run(`COPY (${selectTyped(csv, table)}) TO '${path}' (FORMAT PARQUET)`)
        await rm(csv)
      }
    }
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
  return worlds
}

function selectTyped(csv: string, { columns }: Table): string {
  const types = { DECIMAL: 'DECIMAL(18, 2)' } as Readonly<Record<string, string>>
  const typed = columns.map(({ name, type }) => `"${name}"::${types[type] ?? type} AS "${name}"`)
  const options = `header = true, all_varchar = true, delim = ',', quote = '"', escape = '"'`
  return `SELECT ${typed.join(', ')} FROM read_csv('${csv}', ${options})`
}
