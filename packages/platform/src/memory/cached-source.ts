import {
  type AggregateAnswer,
  type AggregateRequest,
  type AggregateSource,
  AttributionError,
  type ColumnarSource,
  createColumnarSource,
  type LoadedTable,
} from '@tributary/attribution'
import { listLookups, listTableUses } from '@tributary/attribution/internal'
import type { DuckDb, FileTable } from '@tributary/sql'
import { stateOfFiles } from '@tributary/sql/internal'
import type { FilesSource, FileVersions, SourceFile } from '../sources/sources.ts'
import type { DataMemory } from './data-memory.ts'
import { loadFile } from './load-file.ts'

/** Options of {@link createCachedSource}. */
export interface CachedSourceOptions {
  readonly memory: DataMemory
  /** Whose tables they are: those of two owners are never the same. */
  readonly owner: string
  readonly timeZone: string
  /** The engine on the files. */
  readonly engine: Pick<DuckDb, 'versionOf'>
  findFile(table: readonly string[]): SourceFile | null
  /** Called with each table that is loaded into memory. */
  onProgress(step: string): void
}

/** How many bytes a version of a file has. */
interface FileSize {
  readonly version: string
  readonly size: number
}

/** A table that a request reads. */
interface RequestedTable {
  readonly name: string
  readonly key: string
  readonly version: string
  readonly load: Parameters<DataMemory['recordMiss']>[2]
}

/**
 * A source that answers from tables in memory, and otherwise from the files by the engine. A table that is queried
 * repeatedly is loaded in the background and used until its file changes. Requests that memory cannot answer go to the
 * engine. `executed` says which one answered.
 */
export function createCachedSource(
  files: AggregateSource,
  options: CachedSourceOptions,
): FilesSource {
  const { memory } = options
  const sources = new WeakMap<LoadedTable, MemorySource>()

  const findInMemory = (requestedTables: readonly RequestedTable[]): MemorySource | null => {
    const tables = requestedTables.map(({ key, version }) => memory.find(key, version))
    for (const [index, requestedTable] of requestedTables.entries()) {
      if (tables[index] === null)
        memory.recordMiss(requestedTable.key, requestedTable.version, requestedTable.load)
    }
    if (tables.includes(null)) return null
    const [base, ...related] = tables as readonly LoadedTable[]
    const cachedSource = sources.get(base!)
    const same = related.every(
      (table, index) => cachedSource?.related.get(requestedTables[index + 1]!.name) === table,
    )
    if (cachedSource !== undefined && same) return cachedSource
    const placed = createMemorySource(requestedTables, [base!, ...related])
    sources.set(base!, placed)
    return placed
  }
  const sizes = new Map<string, FileSize>()
  const readFileSize = async (file: FileTable, version: string): Promise<number> => {
    const cachedSize = sizes.get(file.path)
    if (cachedSize?.version === version) return cachedSize.size
    const size = (await stateOfFiles(file))?.size ?? 0
    sizes.set(file.path, { version, size })
    return size
  }
  return {
    async aggregate(request, callOptions, versions) {
      const requestedTables = await listRequestedTables(request, versions, {
        ...options,
        readSize: readFileSize,
      })
      const placed = requestedTables && findInMemory(requestedTables)
      if (placed === null) return files.aggregate(request, callOptions)
      const answer = await tryAnswer(placed.source, request, callOptions)
      const { bytes } = placed.source.stats()
      // Without room for them, the indexes that requests have built on the columns go first.
      if (!memory.resize(requestedTables![0]!.key, bytes - placed.relatedBytes))
        sources.delete(placed.base)
      return answer ?? files.aggregate(request, callOptions)
    },
  }
}

/** Tables in memory as a source, with the tables themselves. */
interface MemorySource {
  readonly source: ColumnarSource
  readonly base: LoadedTable
  readonly related: ReadonlyMap<string, LoadedTable>
  readonly relatedBytes: number
}

function createMemorySource(
  requestedTables: readonly RequestedTable[],
  [base, ...related]: readonly LoadedTable[],
): MemorySource {
  const named = new Map(related.map((table, index) => [requestedTables[index + 1]!.name, table]))
  return {
    source: createColumnarSource(base!, {
      name: requestedTables[0]!.name,
      related: Object.fromEntries(named),
    }),
    base: base!,
    related: named,
    relatedBytes: Array.from(named.values()).reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** Null for a request that memory cannot answer: the other engine says why, or can. */
async function tryAnswer(
  source: ColumnarSource,
  request: AggregateRequest,
  options: Parameters<AggregateSource['aggregate']>[1],
): Promise<AggregateAnswer | null> {
  try {
    return await source.aggregate(request, options)
  } catch (error) {
    if (error instanceof AttributionError) return null
    throw error
  }
}

/** The tables of a request, the base first, each once; null when one of them is no file, or is looked up as of a time. */
async function listRequestedTables(
  { rows, time }: AggregateRequest,
  versions: FileVersions,
  options: CachedSourceOptions & {
    readonly readSize: (file: FileTable, version: string) => Promise<number>
  },
): Promise<readonly RequestedTable[] | null> {
  const { base } = rows
  // Rows as of a time are found one by one here, and by a sort in the engine.
  if (listLookups(rows).some(({ asOf }) => asOf !== undefined)) return null
  const sortedBy = time?.kind === 'reference' && time.table === base.alias ? time.name : null
  const uses = new Map(listTableUses(rows).map((use) => [use.table.join('.'), use.table]))
  const requestedTables: RequestedTable[] = []
  for (const [name, table] of uses) {
    const source = options.findFile(table)
    const version = versions.get(name) ?? null
    if (source === null || version === null) return null
    const isBase = requestedTables.length === 0
    if (isBase && (await options.readSize(source.file, version)) < SMALL_FILE) return null
    const time = isBase && sortedBy !== null && source.columns.includes(sortedBy) ? sortedBy : null
    requestedTables.push(createRequestedTable({ name, table, source, version, time }, options))
  }
  return requestedTables
}

/** The engine reads a file below this in a few milliseconds: there is nothing to gain. */
const SMALL_FILE = 2 ** 20

function createRequestedTable(
  request: {
    readonly name: string
    readonly table: readonly string[]
    readonly source: SourceFile
    readonly version: string
    readonly time: string | null
  },
  { owner, timeZone, engine, onProgress }: CachedSourceOptions,
): RequestedTable {
  const { file, columns } = request.source
  return {
    name: request.name,
    key: JSON.stringify([owner, timeZone, file]),
    version: request.version,
    load: async ({ maxBytes, signal }) => {
      onProgress(`bringing ${file.path} into memory`)
      const job = { file, columns, time: request.time, timeZone, maxBytes }
      const loaded = await loadFile(job, signal)
      return (await engine.versionOf(request.table)) === request.version ? loaded : null
    },
  }
}
