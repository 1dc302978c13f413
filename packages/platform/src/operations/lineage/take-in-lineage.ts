import type { ImportProgressData } from '@tributary/contract'
import { createMutex, runInSlices, type SlicedWork } from '@tributary/core/internal'
import {
  IMPORT_FORMATS,
  type ImportFormat,
  type LineageContent,
  type LineageGraph,
} from '@tributary/lineage'
import {
  detectFormat,
  MANUAL_SOURCE,
  planImport,
  readLineageInWorker,
} from '@tributary/lineage/internal'
import { invalidRequestError } from '../../model/errors.ts'
import { requireChoice } from '../../requests/read-values.ts'
import type { Work } from '../../store/database/write-queue.ts'
import type { LineageImportCounts } from '../../store/imports/import-tasks.ts'
import type { Tenant } from '../../tenant/tenant.ts'

/** A text with lineage to import. */
export interface LineageText {
  readonly text: string
  /** Name of the text for messages, such as its file name. */
  readonly file: string
  /** Format of the text. @defaultValue detected from the beginning of the text */
  readonly format?: string
  /** The `catalog.json` beside a dbt manifest, for the columns that the tables really have. */
  readonly dbtCatalog?: DbtCatalog
}

/** A `catalog.json` of dbt, and its name for messages. */
export interface DbtCatalog {
  readonly text: string
  readonly file: string
}

/** The observers of an import. */
export interface ImportWork {
  readonly signal: AbortSignal
  /** Called with each step and each change. */
  readonly onProgress: (progress: ImportProgressData) => void
  /** Writes, with the changes or not at all, what the import did. */
  readonly succeed: (counts: LineageImportCounts) => Work<void>
}

/**
 * Takes in lineage from a text, in the name of an account. A dbt manifest replaces what earlier manifests of its project
 * state; any other text adds to the lineage.
 */
export function takeInLineage(
  tenant: Pick<Tenant, 'lineage' | 'lineageRepository'>,
  account: string,
  request: LineageText,
  work: ImportWork,
): Promise<void> {
  const run = (): Promise<void> => takeIn(tenant, account, request, work)
  return request.text.length < LARGE ? run() : runInTurn(run, work.signal)
}

/** Longer texts, in characters, are taken in one at a time: until it is stored, each takes many times its memory. */
const LARGE = 1_048_576
const largeImports = createMutex()

/** Rejects at once when the signal is aborted before the work has its turn. */
function runInTurn(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    const begin = (): Promise<void> => {
      signal.removeEventListener('abort', leave)
      signal.throwIfAborted()
      return work()
    }
    largeImports(async () => begin()).then(resolve, reject)
  })
}

async function takeIn(
  { lineage, lineageRepository }: Pick<Tenant, 'lineage' | 'lineageRepository'>,
  account: string,
  request: LineageText,
  { signal, onProgress, succeed }: ImportWork,
): Promise<void> {
  const { text } = request
  const format =
    request.format === undefined
      ? detectFormat(text, request.file)
      : requireChoice('format', request.format, IMPORT_FORMATS)
  onProgress({ step: 'READING', done: 0, total: null })
  const content = await readContent(request, format, signal)
  signal.throwIfAborted()
  const { sources, ...stated } = await runInSlices(countStatements(content), signal)
  const before = { vertices: 0, edges: 0 }
  const replace = format === 'dbt' ? [...sources] : []
  const plan = function* plan(): SlicedWork<SlicedWork<void>> {
    const work = yield* planImport(lineage, withoutOwnSources(content, lineage), { replace })
    before.vertices = lineage.vertexCount
    before.edges = lineage.edgeCount
    return work
  }
  await lineageRepository.changeInSlices(account, plan, {
    signal,
    onProgress,
    alongside: (transaction) =>
      succeed({
        format,
        ...stated,
        newVertices: lineage.vertexCount - before.vertices,
        newEdges: lineage.edgeCount - before.edges,
      })(transaction),
  })
}

async function readContent(
  { text, file, dbtCatalog }: LineageText,
  format: ImportFormat,
  signal: AbortSignal,
): Promise<LineageContent> {
  if (dbtCatalog === undefined) return readLineageInWorker(text, { format, file }, signal)
  if (format === 'dbt') {
    return readLineageInWorker(text, { format, file, catalog: dbtCatalog }, signal)
  }
  const reason = `dbtCatalog belongs to a dbt manifest; ${file} is ${format}.`
  throw invalidRequestError('dbtCatalog', reason)
}

interface Statements {
  readonly vertices: number
  readonly edges: number
  /** The sources that state them. */
  readonly sources: ReadonlySet<string>
}

function* countStatements(content: LineageContent): SlicedWork<Statements> {
  const sources = new Set<string>()
  const vertices = yield* countItems(content.statedVertices(), sources)
  return { vertices, edges: yield* countItems(content.edges(), sources), sources }
}

/** Items between two yields: less than a millisecond of work. */
const COUNTED_AT_ONCE = 2_048

function* countItems(
  items: Iterable<{ readonly sources: readonly string[] }>,
  sources: Set<string>,
): SlicedWork<number> {
  let number = 0
  for (const item of items) {
    for (const source of item.sources) sources.add(source)
    if (++number % COUNTED_AT_ONCE === 0) yield
  }
  return number
}

/** The sources of the service itself: their statements are computed anew at each start. */
const OWN_SOURCES: ReadonlySet<string> = new Set(['catalog', 'views'])

/**
 * The content without statements of the service itself. A file may say that the definitions or the views state an asset,
 * as every export does. Where they do, the statement is left to them. Where they do not, it becomes a manual statement,
 * because the next start would remove it. Valid until the lineage changes.
 */
function withoutOwnSources(content: LineageContent, lineage: LineageGraph): LineageContent {
  return {
    *statedVertices() {
      for (const vertex of content.statedVertices()) {
        const sources = removeOwnSources(vertex.sources, lineage.vertexSources(vertex))
        yield sources === vertex.sources ? vertex : { ...vertex, sources }
      }
    },
    *edges() {
      for (const edge of content.edges()) {
        const sources = removeOwnSources(edge.sources, lineage.edgeSources(edge))
        if (sources.length > 0) yield sources === edge.sources ? edge : { ...edge, sources }
      }
    },
  }
}

function removeOwnSources(
  statedSources: readonly string[],
  storedSources: readonly string[],
): readonly string[] {
  const foreignSources = statedSources.filter((source) => !OWN_SOURCES.has(source))
  if (foreignSources.length === statedSources.length) return statedSources
  const isStated = statedSources.some(
    (source) => OWN_SOURCES.has(source) && storedSources.includes(source),
  )
  return isStated ? foreignSources : [...new Set([...foreignSources, MANUAL_SOURCE])].sort()
}
