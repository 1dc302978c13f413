import type { ValueType } from '@tributary/expression'
import type { Place } from '../draft/place.ts'
import { type Extra, noteChangedTexts } from '../extras/extension.ts'
import { toModelDocument } from '../sql-model/document.ts'
import type {
  SqlDataset,
  SqlField,
  SqlMetric,
  SqlModel,
  SqlModelDocument,
} from '../sql-model/sql-model.ts'
import type { SqlTextDialect } from '../sql-text/syntax/dialects.ts'
import { findText, type OssieDialect, pickOssieDialect } from './dialect.ts'
import {
  type OssieDataset,
  type OssieField,
  type OssieMetric,
  type OssieModel,
  readModel,
} from './model.ts'

/** Whether a document looks like a file of Ossie. */
export function isOssie(value: object): boolean {
  return 'semantic_model' in value
}

/** Reads a model of Ossie. Throws `DEFINITIONS_INVALID_IMPORT` where it is none. */
export function readOssie(
  document: Place,
  {
    model: wanted,
    dialect: requestedDialect,
  }: { readonly model: string | null; readonly dialect: SqlTextDialect | null },
): SqlModelDocument & { readonly extras: readonly Extra[] } {
  const model = readModel(document, wanted)
  const { believed, changed } = model.extras
  const modelDocument = toModelDocument(
    toDialectText(model, pickOssieDialect(model, requestedDialect)),
  )
  return {
    ...modelDocument,
    extras: believed,
    fill(draft, dialect, resolvedTables) {
      modelDocument.fill(draft, dialect, resolvedTables)
      noteChangedTexts(changed, draft.findings)
    },
  }
}

function toDialectText(model: OssieModel, dialect: OssieDialect): SqlModel {
  return {
    dialect: dialect.dialect,
    datasets: new Map(
      Array.from(
        model.datasets,
        ([name, dataset]) => [name, toSqlDataset(dataset, dialect)] as const,
      ),
    ),
    relationships: model.relationships,
    metrics: Array.from(model.metrics.values(), (metric) => toSqlMetric(metric, dialect)),
    names: { fields: 'FIRST', metrics: 'NEVER', isOneSet: false },
  }
}

function toSqlDataset({ fields, ...dataset }: OssieDataset, dialect: OssieDialect): SqlDataset {
  return {
    ...dataset,
    refused: 'its source is a query; make it a table or a file',
    filter: null,
    fields: new Map(
      Array.from(fields, ([name, field]) => [name, toSqlField(field, dialect)] as const),
    ),
  }
}

const DATATYPES: Readonly<Record<string, readonly ValueType[]>> = {
  Integer: ['INT'],
  Decimal: ['DECIMAL', 'DOUBLE', 'INT'],
  Float: ['DOUBLE', 'DECIMAL'],
  String: ['STRING'],
  Boolean: ['BOOLEAN'],
  Date: ['DATE', 'TIMESTAMP'],
  DateTime: ['TIMESTAMP', 'DATE'],
  DateTimeTz: ['TIMESTAMP', 'DATE'],
}

function toSqlField(
  { expression, datatype, ...field }: OssieField,
  dialect: OssieDialect,
): SqlField {
  const fits = datatype === null ? undefined : DATATYPES[datatype]
  return {
    ...field,
    sql: findText(expression, dialect),
    type: fits === undefined ? null : { word: datatype!, fits },
    note: null,
  }
}

function toSqlMetric({ expression, ...metric }: OssieMetric, dialect: OssieDialect): SqlMetric {
  return {
    ...metric,
    key: metric.name,
    sql: findText(expression, dialect),
    dataset: null,
    isOfJoinedRows: false,
    filters: [],
    refused: null,
    isPrivate: false,
    notes: [],
  }
}
