import type { DimensionDefinition } from '@tributary/catalog'
import { type Expr, print } from '@tributary/expression'
import { type Draft, texts } from '../draft/draft.ts'
import { subjectOfField } from './fields.ts'
import type { MadeDataset } from './names.ts'
import { ownColumnsAsFields } from './own-columns.ts'

/** Makes a dimension of each field that is one and can be read. */
export function makeDimensions({ of, dataset, fields }: MadeDataset, draft: Draft): void {
  for (const field of of.fields.values()) {
    const read = fields.get(field.name)
    if (!field.isDimension || read === undefined) continue
    const name = draft.names.dimensions.take(field.name, `${dataset.name}_${field.name}`)
    const definition: DimensionDefinition = {
      ...texts(name, field),
      ...{ dataset: dataset.name, via: [], value: valueOfField(read.tree, dataset.name) },
      ...{
        code: draft.takeCode(`${of.name}.${field.name}`),
        originDataType: 'VARCHAR',
        valueList: [],
      },
      category: { id: '-1', name: 'Uncategorized' },
      attributes: { basic: {}, business: {}, technical: {}, management: {} },
    }
    draft.add('dimensions', definition, subjectOfField(of, field))
  }
}

function valueOfField(tree: Expr, dataset: string): DimensionDefinition['value'] {
  if (tree.kind === 'column' && tree.dataset === dataset) {
    return { type: 'COLUMN_BIND', column: tree.column }
  }
  return { type: 'CUSTOM', expr: print(ownColumnsAsFields(tree, dataset)) }
}
