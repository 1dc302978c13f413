import type { DimensionDefinition } from '@tributary/catalog'
import { type Expr, print, rewrite } from '@tributary/expression'
import { type Draft, PLAIN_DIMENSION, toTexts } from '../draft/draft.ts'
import { toFieldSubject } from './fields.ts'
import type { ImportedDataset } from './names.ts'

/** Makes a dimension of each field that is one and can be read. */
export function makeDimensions({ source, dataset, fields }: ImportedDataset, draft: Draft): void {
  for (const field of source.fields.values()) {
    const read = fields.get(field.name)
    if (!field.isDimension || read === undefined) continue
    const name = draft.names.dimensions.take(field.name, `${dataset.name}_${field.name}`)
    const definition: DimensionDefinition = {
      ...toTexts(name, field),
      ...PLAIN_DIMENSION,
      dataset: dataset.name,
      via: [],
      value: toDimensionValue(read.tree, dataset.name),
      code: draft.takeCode(`${source.name}.${field.name}`),
      originDataType: 'VARCHAR',
    }
    draft.add('dimensions', definition, toFieldSubject(source, field))
  }
}

function toDimensionValue(tree: Expr, dataset: string): DimensionDefinition['value'] {
  if (tree.kind === 'column' && tree.dataset === dataset) {
    return { type: 'COLUMN_BIND', column: tree.column }
  }
  return { type: 'CUSTOM', expr: print(toFieldNames(tree, dataset)) }
}

/** An expression with `[column]` for each column of one dataset. */
export function toFieldNames(tree: Expr, dataset: string): Expr {
  return rewrite(tree, (node) =>
    node.kind === 'column' && node.dataset === dataset
      ? { kind: 'field', name: node.column, span: node.span }
      : node,
  )
}
