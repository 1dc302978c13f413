import { assertNever } from '@tributary/core'
import type { VertexRef } from '../model/vertex.ts'
import type { Place } from './place.ts'

type Kind = 'semantic_model' | 'metric' | 'exposure' | 'table'

/** The vertex of a node of a dbt manifest, by its unique id and its fields. */
export function refOfNode(id: string, node: Place): VertexRef {
  const kind = kindOf(id)
  switch (kind) {
    case 'semantic_model':
      return { vertexType: 'DATASET', vertexId: node.field('name').name() }
    case 'metric':
      return { vertexType: 'METRIC', vertexId: node.field('name').name() }
    case 'exposure':
      return { vertexType: 'ANALYSIS_VIEW', vertexId: node.field('name').name() }
    case 'table':
      return { vertexType: 'PHYSICAL_TABLE', vertexId: relationOf(node) }
    default:
      return assertNever(kind)
  }
}

function kindOf(id: string): Kind {
  const [first] = id.split('.', 1)
  return first === 'semantic_model' || first === 'metric' || first === 'exposure' ? first : 'table'
}

/** `database.schema.name` as the warehouse knows it; engines without databases have none to name. */
function relationOf(node: Place): string {
  const name =
    node.field('identifier').optionalText() ||
    node.field('alias').optionalText() ||
    node.field('name').name()
  const database = node.field('database').optionalText() || 'default'
  return [database, node.field('schema').name(), name].join('.')
}
