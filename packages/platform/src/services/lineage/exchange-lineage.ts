import type { ImportedLineageData } from '@tributary/contract'
import type { SlicedWork } from '@tributary/core/internal'
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
import type { Tenant } from '../../tenant/tenant.ts'
import { requireOneOf } from '../requests/read-values.ts'
import type { LineageImport } from './lineage-answers.ts'

/** The lineage of the tenant as a text, in pieces. */
export function exportLineage(
  { lineage, clock }: Pick<Tenant, 'lineage' | 'clock'>,
  format: string,
): Iterable<string> {
  return writeLineage(lineage, {
    format: requireOneOf('format', format, EXPORT_FORMATS),
    at: clock.now(),
  })
}

/**
 * Takes in lineage from a text, in the name of an account. Of a dbt manifest what an earlier one said and it
 * does not goes; everything else is added.
 */
export async function importLineage(
  { lineage, lineageRepository }: Pick<Tenant, 'lineage' | 'lineageRepository'>,
  account: string,
  { signal, ...given }: LineageImport & { readonly signal: AbortSignal | undefined },
): Promise<ImportedLineageData> {
  const { text, format } = given
  const known =
    format === undefined
      ? detectFormat(text, given.file)
      : requireOneOf('format', format, IMPORT_FORMATS)
  const content = await read(given, known)
  signal?.throwIfAborted()
  let newVertices = 0
  let newEdges = 0
  const replace = known === 'dbt' ? ['dbt'] : []
  const plan = function* plan(): SlicedWork<SlicedWork<void>> {
    const work = yield* planImport(lineage, keptContent(content, lineage), { replace })
    return (function* counted() {
      const before = { vertices: lineage.vertexCount, edges: lineage.edgeCount }
      yield* work
      newVertices = lineage.vertexCount - before.vertices
      newEdges = lineage.edgeCount - before.edges
    })()
  }
  await lineageRepository.changeTogether(account, plan, { signal })
  const vertices = count(content.statedVertices())
  return { format: known, vertices, edges: count(content.edges()), newVertices, newEdges }
}

async function read(
  { text, file, dbtCatalog }: LineageImport,
  format: ImportFormat,
): Promise<LineageContent> {
  if (dbtCatalog === undefined) return readLineageInWorker(text, { format, file })
  if (format === 'dbt') return readLineageInWorker(text, { format, file, catalog: dbtCatalog })
  const reason = `dbtCatalog belongs to a dbt manifest; ${file} is ${format}.`
  throw invalidRequestError('dbtCatalog', reason)
}

function count(items: Iterable<unknown>): number {
  let number = 0
  for (const _ of items) number += 1
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
        yield { ...vertex, sources: keptSources(vertex.sources, lineage.vertexSources(vertex)) }
      }
    },
    *edges() {
      for (const edge of content.edges()) {
        const sources = keptSources(edge.sources, lineage.edgeSources(edge))
        if (sources.length > 0) yield { ...edge, sources }
      }
    },
  }
}

function keptSources(given: readonly string[], known: readonly string[]): readonly string[] {
  const others = given.filter((source) => !OWN_SOURCES.has(source))
  if (others.length === given.length) return given
  const isStated = given.some((source) => OWN_SOURCES.has(source) && known.includes(source))
  return isStated ? others : [...new Set([...others, MANUAL_SOURCE])].sort()
}
