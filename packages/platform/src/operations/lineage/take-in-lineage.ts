import type { ImportProgressData } from '@tributary/contract'
import { createMutex, runInSlices, type SlicedWork } from '@tributary/core/internal'
import {
  EXPORT_FORMATS,
  IMPORT_FORMATS,
  type ImportFormat,
  type LineageContent,
  type LineageGraph,
  writeLineage,
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
import type { LineageImport } from './lineage-answers.ts'

/** The lineage of the tenant as a text, in pieces. */
export function exportLineage(
  { lineage, clock }: Pick<Tenant, 'lineage' | 'clock'>,
  format: string,
): Iterable<string> {
  return writeLineage(lineage, {
    format: requireChoice('format', format, EXPORT_FORMATS),
    at: clock.now(),
  })
}

/** What an import is done with. */
export interface ImportWork {
  readonly signal: AbortSignal
  /** Called with each step and each change. */
  readonly onProgress: (progress: ImportProgressData) => void
  /** Writes, with the changes or not at all, what the import did. */
  readonly succeed: (counts: LineageImportCounts) => Work<void>
}

/**
 * Takes in lineage from a text, in the name of an account. Of a dbt manifest what an earlier one said and it
 * does not goes; everything else is added.
 */
export function importLineage(
  tenant: Pick<Tenant, 'lineage' | 'lineageRepository'>,
  account: string,
  request: LineageImport,
  work: ImportWork,
): Promise<void> {
  const takeIn = (): Promise<void> => takeInLineage(tenant, account, request, work)
  return request.text.length < LARGE ? takeIn() : inTurn(takeIn, work.signal)
}

/** Longer texts, in characters, are taken in one at a time: until it is stored, each takes many times its memory. */
const LARGE = 1_048_576
const oneAtATime = createMutex()

/** Rejects at once when the signal is aborted before the work has its turn. */
function inTurn(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    const begin = (): Promise<void> => {
      signal.removeEventListener('abort', leave)
      signal.throwIfAborted()
      return work()
    }
    oneAtATime(async () => begin()).then(resolve, reject)
  })
}

async function takeInLineage(
  { lineage, lineageRepository }: Pick<Tenant, 'lineage' | 'lineageRepository'>,
  account: string,
  request: LineageImport,
  { signal, onProgress, succeed }: ImportWork,
): Promise<void> {
  const { text } = request
  const format =
    request.format === undefined
      ? detectFormat(text, request.file)
      : requireChoice('format', request.format, IMPORT_FORMATS)
  onProgress({ step: 'READING', done: 0, total: null })
  const content = await read(request, format, signal)
  signal.throwIfAborted()
  const stated = await runInSlices(countContent(content), signal)
  const before = { vertices: 0, edges: 0 }
  const replace = format === 'dbt' ? ['dbt'] : []
  const plan = function* plan(): SlicedWork<SlicedWork<void>> {
    const work = yield* planImport(lineage, keptContent(content, lineage), { replace })
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

async function read(
  { text, file, dbtCatalog }: LineageImport,
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

function* countContent(
  content: LineageContent,
): SlicedWork<{ readonly vertices: number; readonly edges: number }> {
  const vertices = yield* count(content.statedVertices())
  return { vertices, edges: yield* count(content.edges()) }
}

/** Items between two yields: less than a millisecond of work. */
const COUNTED_AT_ONCE = 2_048

function* count(items: Iterable<unknown>): SlicedWork<number> {
  let number = 0
  for (const _ of items) if (++number % COUNTED_AT_ONCE === 0) yield
  return number
}

/** Who the service itself speaks for: what they state is worked out anew at each start. */
const OWN_SOURCES: ReadonlySet<string> = new Set(['catalog', 'views'])

/**
 * What an import can keep. A file may say that the definitions or the views state something, as every export does:
 * where they do, that is left to them, and where they do not, it is stated by hand, or the next start would take
 * it away. Good until the lineage changes.
 */
function keptContent(content: LineageContent, lineage: LineageGraph): LineageContent {
  return {
    *statedVertices() {
      for (const vertex of content.statedVertices()) {
        const sources = keptSources(vertex.sources, lineage.vertexSources(vertex))
        yield sources === vertex.sources ? vertex : { ...vertex, sources }
      }
    },
    *edges() {
      for (const edge of content.edges()) {
        const sources = keptSources(edge.sources, lineage.edgeSources(edge))
        if (sources.length > 0) yield sources === edge.sources ? edge : { ...edge, sources }
      }
    },
  }
}

function keptSources(
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
