import {
  type ColumnDefinitionNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type QueryResult,
  RawNode,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely'

/**
 * Makes text columns in PostgreSQL compare by code point, as those of SQLite do, whatever the locale of the
 * database is: the same query gives the same order in both.
 */
export const codePointOrder: KyselyPlugin = {
  transformQuery: ({ node, queryId }: PluginTransformQueryArgs): RootOperationNode =>
    new CollateText().transformNode(node, queryId),
  transformResult: async ({ result }): Promise<QueryResult<UnknownRow>> => result,
}

class CollateText extends OperationNodeTransformer {
  protected override transformColumnDefinition(
    node: ColumnDefinitionNode,
    queryId: PluginTransformQueryArgs['queryId'],
  ): ColumnDefinitionNode {
    const column = super.transformColumnDefinition(node, queryId)
    const type = column.dataType
    return type.kind === 'DataTypeNode' && 'dataType' in type && type.dataType === 'text'
      ? { ...column, dataType: RawNode.createWithSql('text collate "C"') }
      : column
  }
}
