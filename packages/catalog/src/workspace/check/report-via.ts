import type { DatasetDefinition } from '../../definitions/dataset.ts'
import type { NameIndex } from '../../resolve/names/name-index.ts'
import type { Report } from '../files/report.ts'
import type { DocumentPath } from '../structure/shape.ts'

/** Reports the first relation of `via` that the dataset before it does not have; `findPath` gives its place in `raw`. */
export function reportVia(
  report: Report,
  raw: object,
  {
    datasets,
    dataset,
    via,
    findPath,
  }: {
    readonly datasets: NameIndex<DatasetDefinition>
    readonly dataset: DatasetDefinition
    readonly via: readonly string[]
    readonly findPath: (index: number) => DocumentPath
  },
): void {
  let here: DatasetDefinition | undefined = dataset
  for (const [index, name] of via.entries()) {
    const { relations, name: datasetName }: DatasetDefinition = here
    const next = relations.find((relation) => relation.name === name)
    if (next === undefined) {
      const candidates = relations.map((relation) => relation.name)
      const kind = `relation of the dataset "${datasetName}"`
      report.unknown(raw, findPath(index), { kind, name, candidates })
      return
    }
    here = datasets.byName(next.to)
    if (here === undefined) return
  }
}
